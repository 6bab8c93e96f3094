import type { TimelineStep } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { counted, instantOfDate, type Part, partOf, type Subject } from './part.ts'

/** The rows of one table that the signal has in a warehouse. */
type Standing = {
  warehouseId: string
  isPaused: boolean
  table: string
  rows: number
  /** The position of the last change of these rows; null while it has none. */
  position: string | null
  changedAt: Date
  version: string
  /** Where the warehouse was last seen in the table; null before its first sync. */
  cursor: string | null
  /** How many other changes are before it, up to `countedAtMost` and one more. */
  ahead: number
  setAside: number
  setAsideReason: string | null
}

const countedAtMost = 10_000
const historyAtMost = 1_000

/**
 * What each warehouse has of the signal: its row, and the history of its registers. `at` is when the change took its
 * position; from then on warehouses could take it.
 */
export async function syncedPart(transaction: DatabaseTransaction, subject: Subject): Promise<Part> {
  const { orgId } = subject
  const { rows: warehouses } = await sql<{ found: number }>`
    select count(*)::integer as found from warehouses where org_id = ${orgId}`.execute(transaction)
  if ((warehouses[0]?.found ?? 0) === 0) return partOf('synced', [], { reason: 'no warehouse' })
  const standings = await readStandings(transaction, subject)
  return partOf(
    'synced',
    standings.map((standing) => syncedStep(subject, standing)),
    { reason: 'nothing to sync' },
  )
}

async function readStandings(
  transaction: DatabaseTransaction,
  { orgId, signalId, version }: Subject,
): Promise<Standing[]> {
  // The inbox is emptied every second; after a stop of the workers, only its oldest rows are searched.
  const { rows } = await sql<Standing>`
    with records as (
      select 'signals' as table_name, ${signalId} as record_id, ${version}::bigint as version
      union all
      select 'signal_events', signal_event_id, version from (
        select signal_event_id, version from signal_events
        where org_id = ${orgId} and signal_id = ${signalId} order by signal_event_id limit ${historyAtMost}
      ) history
    ),
    inbox as (
      select table_name, record_id, min(changed_at) as changed_at
      from (select table_name, org_id, record_id, changed_at from change_inbox order by inbox_id limit 5000) oldest
      where org_id = ${orgId}
      group by table_name, record_id
    ),
    changed as (
      select table_name, count(*)::integer as rows, max(version) as version,
             case when count(inbox.record_id) = 0 then max(position) end as position,
             coalesce(max(inbox.changed_at), max(sequenced_at)) as changed_at
      from records
      left join lateral (
        select position, sequenced_at from changes c
        where c.table_name = records.table_name and c.org_id = ${orgId} and c.record_id = records.record_id
      ) sequenced on true
      left join inbox using (table_name, record_id)
      where sequenced.position is not null or inbox.record_id is not null
      group by table_name
    )
    select warehouse_id as "warehouseId", is_paused as "isPaused", changed.table_name as "table", changed.rows,
           changed.position,
           changed_at as "changedAt", version, cursor.position as cursor, ahead.changes as ahead,
           aside.rows as "setAside", aside.reason as "setAsideReason"
    from changed
    cross join warehouses
    left join lateral (
      select position from warehouse_cursors k
      where k.warehouse_id = warehouses.warehouse_id and k.table_name = changed.table_name
    ) cursor on true
    cross join lateral (
      select count(*)::integer as changes from (
        select from changes c
        where c.org_id = ${orgId} and c.table_name = changed.table_name
          and c.position > coalesce(cursor.position, 0)
          and (changed.position is null or c.position < changed.position)
        limit ${countedAtMost + 1}
      ) waiting
    ) ahead
    cross join lateral (
      select count(*)::integer as rows, max(reason) as reason from warehouse_rejects r
      where r.warehouse_id = warehouses.warehouse_id and r.table_name = changed.table_name
        and r.record_id in (select record_id from records where records.table_name = changed.table_name)
    ) aside
    where warehouses.org_id = ${orgId}
    order by warehouse_id, changed.table_name desc`.execute(transaction)
  return rows
}

function syncedStep({ isErased }: Subject, standing: Standing): TimelineStep {
  const { warehouseId, isPaused, table, rows, position, changedAt, version, cursor, ahead } = standing
  const { setAside, setAsideReason } = standing
  const isThere = position !== null && cursor !== null && BigInt(cursor) >= BigInt(position)
  const state = stateOf(standing, isThere)
  return {
    stage: 'synced',
    at: instantOfDate(changedAt),
    summary: `Warehouse ${warehouseId}, table ${table}: ${describe(standing, state)}.`,
    ref: { type: 'warehouse', id: warehouseId },
    detail: {
      warehouseId,
      table,
      state,
      rows,
      version,
      position,
      cursor,
      isPaused,
      waitingBehind: state === 'waiting' ? ahead : 0,
      setAside,
      ...(!isErased && { setAsideReason }),
    },
  }
}

type State = 'synced' | 'waiting' | 'set_aside'

function stateOf({ setAside }: Standing, isThere: boolean): State {
  if (!isThere) return 'waiting'
  return setAside > 0 ? 'set_aside' : 'synced'
}

function describe({ rows, version, position, ahead, isPaused, setAside }: Standing, state: State): string {
  if (state === 'synced')
    return `has ${counted(rows, 'row')} at version ${version}, up to position ${position}`
  if (state === 'set_aside') return `${counted(setAside, 'row')} set aside, because the warehouse refuses it`
  const behind =
    ahead > countedAtMost ? `more than ${counted(countedAtMost, 'change')}` : counted(ahead, 'change')
  const where = ahead === 0 ? 'for the next sync' : `behind ${behind}`
  return `version ${version} waits ${where}${isPaused ? ', and the warehouse is paused' : ''}`
}
