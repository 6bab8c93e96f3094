import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../database.ts'
import { eraseMessages } from '../dispatches/messages/erase-messages.ts'
import { writeEvents } from '../records/write-events.ts'
import { type DemoKind, listDemoRecords } from './demo-records.ts'

const recordsTogether = 50
const deleted = { signal: 'signalId', deal: 'dealId', listener: 'listenerId' } as const

/**
 * Deletes the signals, deals and listeners of the demo as an event of a sender would, so that warehouses and receivers
 * hear of it. Returns how many there were.
 */
export async function deleteDemoRecords(
  database: Database,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<number> {
  const records = await listDemoRecords(database, { orgId })
  let count = 0
  for (const [kind, member] of Object.entries(deleted)) {
    const ids = records.filter((record) => record.kind === kind).map(({ id }) => id)
    for (let start = 0; start < ids.length; start += recordsTogether) {
      const events = ids.slice(start, start + recordsTogether).map((id) => ({
        ...{ orgId, idPrefix: 'svc_' as const, type: `${kind}.deleted` },
        dataAt: () => ({ [member]: id }),
      }))
      const done = await database
        .transaction()
        .execute((transaction) => writeEvents(transaction, events, { nowMs }))
      count += done.filter((at) => at !== undefined).length
    }
  }
  return count
}

/** Removes what else the demo brought: its deliveries, sources, people, lists, escalations and warehouses. */
export async function removeDemoRows(
  transaction: DatabaseTransaction,
  { orgId, eventPrefix, nowMs }: { orgId: string; eventPrefix: string; nowMs: number },
): Promise<{ deliveries: number }> {
  const records = await listDemoRecords(transaction, { orgId })
  const idsOf = (kind: DemoKind): string[] =>
    records.filter((record) => record.kind === kind).map(({ id }) => id)
  const signalIds = idsOf('signal')
  await eraseMessages(transaction, { orgId, signalIds, nowMs })
  await removeMessages(transaction, { orgId, signalIds })
  const sources = { sourceIds: idsOf('source'), senderIds: idsOf('sender') }
  const deliveries = await removeDeliveries(transaction, { orgId, eventPrefix, ...sources })
  await removeSources(transaction, { orgId, ...sources })
  await removeLists(transaction, { orgId, collectionIds: idsOf('collection') })
  await removeWarehouses(transaction, { orgId, warehouseIds: idsOf('warehouse') })
  await removePeople(transaction, { orgId, personIds: idsOf('person') })
  const escalationIds = idsOf('escalation')
  await sql`
    delete from escalation_runs
    where org_id = ${orgId} and (escalation_id = any(${escalationIds}) or signal_id = any(${signalIds}))`.execute(
    transaction,
  )
  await sql`delete from escalations where org_id = ${orgId} and escalation_id = any(${escalationIds})`.execute(
    transaction,
  )
  await sql`delete from demo_records where org_id = ${orgId}`.execute(transaction)
  return { deliveries }
}

async function removeMessages(
  transaction: DatabaseTransaction,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ messageId: string }>`
    delete from messages where org_id = ${orgId} and signal_id = any(${[...signalIds]})
    returning message_id as "messageId"`.execute(transaction)
  await sql`delete from attempts where message_id = any(${rows.map(({ messageId }) => messageId)})`.execute(
    transaction,
  )
}

type Sources = { orgId: string; sourceIds: readonly string[]; senderIds: readonly string[] }

/** The counts by which the ledger adds up lose them too. */
async function removeDeliveries(
  transaction: DatabaseTransaction,
  { orgId, sourceIds, senderIds, eventPrefix }: Sources & { eventPrefix: string },
): Promise<number> {
  const isMeant = sql`(source_id = any(${[...sourceIds]})
    or (source_id = any(${[...senderIds]}) and starts_with(event_id, ${eventPrefix})))`
  const { rows } = await sql<{ requestId: string }>`
    with gone as (
      delete from deliveries where org_id = ${orgId} and ${isMeant}
      returning org_id, received_at, status, request_id
    ), counted as (
      insert into ledger_counts as known (org_id, step, status, shard, deliveries)
      select org_id, ledger_step(received_at), status, 0, -count(*) from gone
      where status <> 'queued' and received_at > now() - interval '8 days'
      group by 1, 2, 3 order by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set deliveries = known.deliveries + excluded.deliveries
    )
    select request_id as "requestId" from gone`.execute(transaction)
  const requestIds = [...new Set(rows.map(({ requestId }) => requestId))]
  await sql`
    delete from requests r where request_id = any(${requestIds})
      and not exists (select from deliveries d where d.request_id = r.request_id)`.execute(transaction)
  // Their copies for warehouses are never removed, but lose their contents there too.
  await sql`
    update ledger_events set event = null, has_left = false
    where org_id = ${orgId} and ${isMeant} and (event is not null or has_left)`.execute(transaction)
  await sql`
    delete from identities
    where ${isMeant} and source_id in (select source_id from sources where org_id = ${orgId})`.execute(
    transaction,
  )
  return rows.length
}

async function removeSources(transaction: DatabaseTransaction, { orgId, sourceIds }: Sources): Promise<void> {
  const { rows } = await sql<{ sourceId: string }>`
    select source_id as "sourceId" from sources where org_id = ${orgId} and source_id = any(${[...sourceIds]})`.execute(
    transaction,
  )
  const ours = rows.map(({ sourceId }) => sourceId)
  await sql`
    delete from source_secret_activity a using source_secrets s
    where s.secret_id = a.secret_id and s.source_id = any(${ours})`.execute(transaction)
  for (const table of ['source_secrets', 'source_activity', 'source_rejections', 'sources']) {
    await sql`delete from ${sql.table(table)} where source_id = any(${ours})`.execute(transaction)
  }
}

/** Marks outlive a warehouse that comes back from a backup; this one does not. */
async function removeWarehouses(
  transaction: DatabaseTransaction,
  { orgId, warehouseIds }: { orgId: string; warehouseIds: readonly string[] },
): Promise<void> {
  await sql`delete from warehouses where org_id = ${orgId} and warehouse_id = any(${[...warehouseIds]})`.execute(
    transaction,
  )
  await sql`
    delete from warehouse_marks m where warehouse_id = any(${[...warehouseIds]})
      and not exists (select from warehouses w where w.warehouse_id = m.warehouse_id)`.execute(transaction)
}

async function removeLists(
  transaction: DatabaseTransaction,
  { orgId, collectionIds }: { orgId: string; collectionIds: readonly string[] },
): Promise<void> {
  const isMeant = sql`org_id = ${orgId} and collection_id = any(${[...collectionIds]})`
  await sql`delete from collection_signals where ${isMeant}`.execute(transaction)
  await sql`delete from collections where ${isMeant}`.execute(transaction)
}

/** Someone who came to another workspace meanwhile stays there. */
async function removePeople(
  transaction: DatabaseTransaction,
  { orgId, personIds }: { orgId: string; personIds: readonly string[] },
): Promise<void> {
  await sql`
    delete from memberships where org_id = ${orgId} and person_id = any(${[...personIds]})`.execute(
    transaction,
  )
  await sql`
    delete from people p where person_id = any(${[...personIds]})
      and not exists (select from memberships m where m.person_id = p.person_id)
      and not exists (select from person_logins l where l.person_id = p.person_id)
      and not exists (select from assistants a where a.person_id = p.person_id)
      and not exists (select from sessions s where s.person_id = p.person_id)
      and not exists (select from login_links l where l.person_id = p.person_id)
      and not exists (select from device_logins d where d.person_id = p.person_id)
      and not exists (select from invitations i where i.used_by = p.person_id)`.execute(transaction)
}
