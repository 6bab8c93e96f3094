import { isDeepStrictEqual } from 'node:util'
import { type Contribution, instantOf, mergeStates, type RecordStates } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { type RecordTable, recordTables } from './record-tables.ts'
import { type VisibleChange, visibleChanges } from './visible-changes.ts'

/** A contribution and the workspace that it is for: its source's, always. */
export type OwnedContribution = Contribution & { orgId: string }

type State = RecordStates[keyof RecordStates]
type Entry = { orgId: string; id: string; state: State }
type OutboxEntry = VisibleChange & { orgId: string; record: string; id: string }

/**
 * Merges what events said into the stored records and writes an outbox row for each visible change.
 *
 * The merge itself is the domain's, made once for the batch and once with what is stored: rows are locked in one
 * global order, merged, and written back in one statement a table. A record that another transaction inserts at the
 * same moment is met on the second round.
 */
export async function mergeContributions(
  transaction: DatabaseTransaction,
  contributions: OwnedContribution[],
  { nowMs }: { nowMs: number },
): Promise<void> {
  const outbox: OutboxEntry[] = []
  for (const table of recordTables) {
    let entries = foldByRecord(contributions, table)
    while (entries.length > 0) entries = await mergeOnce(transaction, table, entries, { nowMs, outbox })
  }
  await writeOutbox(transaction, outbox)
}

async function mergeOnce(
  transaction: DatabaseTransaction,
  table: RecordTable,
  entries: Entry[],
  { nowMs, outbox }: { nowMs: number; outbox: OutboxEntry[] },
): Promise<Entry[]> {
  const stored = await lockStates(transaction, table, entries)
  const inserts: Entry[] = []
  const updates: Entry[] = []
  const changes = new Map<string, VisibleChange[]>()
  for (const entry of entries) {
    const before = stored.get(recordKey(entry))
    const state = before === undefined ? entry.state : mergeOf(table)(before, entry.state)
    if (before !== undefined && isDeepStrictEqual(before, state)) continue
    changes.set(recordKey(entry), visibleChanges(table.record, before, state))
    const list = before === undefined ? inserts : updates
    list.push({ ...entry, state })
  }
  const inserted = await insertStates(transaction, table, inserts, nowMs)
  await updateStates(transaction, table, updates, nowMs)
  for (const written of [...inserts.filter((entry) => inserted.has(recordKey(entry))), ...updates]) {
    for (const change of changes.get(recordKey(written)) ?? []) {
      outbox.push({ ...change, orgId: written.orgId, record: table.record, id: written.id })
    }
  }
  return entries.filter((entry) => !stored.has(recordKey(entry)) && !inserted.has(recordKey(entry)))
}

function foldByRecord(contributions: OwnedContribution[], table: RecordTable): Entry[] {
  const folded = new Map<string, Entry>()
  for (const { record, orgId, id, state } of contributions) {
    if (record !== table.record) continue
    const key = recordKey({ orgId, id })
    const before = folded.get(key)
    folded.set(key, { orgId, id, state: before === undefined ? state : mergeOf(table)(before.state, state) })
  }
  return [...folded.values()].sort((a, b) => (recordKey(a) < recordKey(b) ? -1 : 1))
}

async function lockStates(
  transaction: DatabaseTransaction,
  table: RecordTable,
  entries: Entry[],
): Promise<Map<string, State>> {
  const { rows } = await sql<Entry>`
    select org_id as "orgId", ${sql.ref(table.id)} as id, state
    from ${sql.table(table.table)}
    where (org_id, ${sql.ref(table.id)}) in (
      select * from unnest(${entries.map((entry) => entry.orgId)}::text[], ${entries.map((entry) => entry.id)}::text[])
    )
    order by org_id, ${sql.ref(table.id)}
    for update`.execute(transaction)
  return new Map(rows.map((row) => [recordKey(row), row.state]))
}

async function insertStates(
  transaction: DatabaseTransaction,
  table: RecordTable,
  entries: Entry[],
  nowMs: number,
): Promise<Set<string>> {
  if (entries.length === 0) return new Set()
  const columns = columnList(table)
  const { rows } = await sql<{ orgId: string; id: string }>`
    insert into ${sql.table(table.table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table.table)}, ${rowsJson(table, entries, nowMs)})
    on conflict do nothing
    returning org_id as "orgId", ${sql.ref(table.id)} as id`.execute(transaction)
  return new Set(rows.map(recordKey))
}

async function updateStates(
  transaction: DatabaseTransaction,
  table: RecordTable,
  entries: Entry[],
  nowMs: number,
): Promise<void> {
  if (entries.length === 0) return
  const assignments = [
    ...['state', ...table.columns].map((column) => sql`${sql.ref(column)} = n.${sql.ref(column)}`),
    ...table.keptColumns.map(
      (column) => sql`${sql.ref(column)} = coalesce(t.${sql.ref(column)}, n.${sql.ref(column)})`,
    ),
  ]
  await sql`
    update ${sql.table(table.table)} t
    set ${sql.join(assignments)}
    from json_populate_recordset(null::${sql.table(table.table)}, ${rowsJson(table, entries, nowMs)}) n
    where t.org_id = n.org_id and t.${sql.ref(table.id)} = n.${sql.ref(table.id)}`.execute(transaction)
}

async function writeOutbox(transaction: DatabaseTransaction, outbox: OutboxEntry[]): Promise<void> {
  if (outbox.length === 0) return
  const rows = outbox.map(({ orgId, record, id, change, detail, cause }) => ({
    org_id: orgId,
    record,
    record_id: id,
    change,
    detail,
    event_id: cause.eventId,
    source_id: cause.sourceId,
  }))
  const columns = sql.join(
    ['org_id', 'record', 'record_id', 'change', 'detail', 'event_id', 'source_id'].map((column) =>
      sql.ref(column),
    ),
  )
  await sql`
    insert into outbox (${columns})
    select ${columns} from json_populate_recordset(null::outbox, ${JSON.stringify(rows)})`.execute(
    transaction,
  )
}

function rowsJson(table: RecordTable, entries: Entry[], nowMs: number): string {
  const now = instantOf(nowMs)
  return JSON.stringify(
    entries.map(({ orgId, id, state }) => ({
      org_id: orgId,
      [table.id]: id,
      state,
      ...columnsOf(table)(state, now),
    })),
  )
}

function columnList(table: RecordTable) {
  return sql.join(
    ['org_id', table.id, 'state', ...table.columns, ...table.keptColumns].map((column) => sql.ref(column)),
  )
}

// The fold keeps only states of the table's own record, which TypeScript cannot follow through the loop.
function mergeOf(table: RecordTable): (a: State, b: State) => State {
  return mergeStates[table.record] as (a: State, b: State) => State
}

function columnsOf(table: RecordTable): (state: State, now: string) => Record<string, unknown> {
  return table.columnsOf as (state: State, now: string) => Record<string, unknown>
}

function recordKey({ orgId, id }: { orgId: string; id: string }): string {
  return `${orgId} ${id}`
}
