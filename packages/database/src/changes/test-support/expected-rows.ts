import type { Note, WarehouseTable } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { listAccounts } from '../../records/accounts/read-accounts.ts'
import { listCollections } from '../../records/collections/collections.ts'
import { listDeals } from '../../records/deals/read-deals.ts'
import { listListeners } from '../../records/read-listeners.ts'
import { listSignals } from '../../records/signals/read-signals.ts'

export type Row = Record<string, unknown>

/** Returns everything stored, as documents of the API or as tombstones. */
export async function expectedRows(
  database: Database,
  { orgId, table, notes }: { orgId: string; table: WarehouseTable; notes: Note[] },
): Promise<Row[]> {
  const documents = new Map<unknown, Row>()
  for (const document of await documentsOf(database, { orgId, table, notes })) {
    const row = flatten({ ...document, orgId })
    documents.set(row[table.key], row)
  }
  const versions = await storedVersions(database, { orgId, table })
  return [...versions].map(([key, version]) => {
    const document = documents.get(key) ?? { org_id: orgId, [table.key]: key }
    const values = table.columns.map(({ name }): [string, unknown] => [name, document[name] ?? null])
    return { ...Object.fromEntries(values), _version: Number(version), _deleted: !documents.has(key) }
  })
}

async function documentsOf(
  database: Database,
  { orgId, table: { name }, notes }: { orgId: string; table: WarehouseTable; notes: Note[] },
): Promise<object[]> {
  const [all, limit] = [{}, 1_000]
  if (name === 'signals') return (await listSignals(database, { orgId, filters: all, limit })).signals
  if (name === 'accounts') return listAccounts(database, { orgId, filters: all, limit })
  if (name === 'deals') return listDeals(database, { orgId, limit })
  if (name === 'listeners') return listListeners(database, { orgId, limit })
  if (name === 'notes') return notes
  if (name === 'deal_events') return dealEventsOf(database, orgId)
  if (name === 'dispatches' || name === 'escalation_steps')
    return dispatchesOf(database, { orgId, table: name })
  if (name === 'collections') return listCollections(database, orgId)
  if (name === 'saves') return savesOf(database, orgId)
  if (name === 'attempts') return attemptsOf(database, orgId)
  if (name === 'people') return peopleOf(database, orgId)
  if (name === 'ledger_events') return ledgerEventsOf(database, orgId)
  const { rows } = await sql<{ at: Date; fromValue: unknown; toValue: unknown }>`
    select signal_event_id as id, signal_id as "signalId", register, from_value as "fromValue",
      to_value as "toValue", at, event_id as "eventId", source_id as "sourceId"
    from signal_events where org_id = ${orgId}`.execute(database)
  return rows.map(({ fromValue, toValue, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    // In a list, so that they are kept whole.
    fromValue: [fromValue],
    toValue: [toValue],
  }))
}

async function dealEventsOf(database: Database, orgId: string): Promise<object[]> {
  const { rows } = await sql<{ at: Date; fromValue: unknown; toValue: unknown; sourceId: string }>`
    select deal_event_id as id, deal_id as "dealId", member, from_value as "fromValue", to_value as "toValue", at,
      event_id as "eventId", source_id as "sourceId"
    from deal_events where org_id = ${orgId}`.execute(database)
  return rows.map(({ fromValue, toValue, at, sourceId, ...row }) => ({
    ...row,
    at: at.toISOString(),
    sourceId: sourceId === '' ? null : sourceId,
    // In a list, so that they are kept whole.
    fromValue: [fromValue],
    toValue: [toValue],
  }))
}

async function dispatchesOf(
  database: Database,
  { orgId, table }: { orgId: string; table: 'dispatches' | 'escalation_steps' },
): Promise<object[]> {
  const rows = await database.selectFrom('dispatches').selectAll().where('org_id', '=', orgId).execute()
  return rows
    .filter((row) => table === 'dispatches' || row.escalation_id !== null)
    .map(({ round, step, is_instant: isInstant, digest_id: digestId, ...row }) => ({
      id: row.decision_number,
      channelId: row.channel_id,
      signalId: row.signal_id,
      decidedAt: row.decided_at.toISOString(),
      status: row.status,
      reason: row.reason,
      sentAt: row.sent_at?.toISOString(),
      escalationId: row.escalation_id,
      ...(table === 'escalation_steps' && { round, step }),
      ...(table === 'dispatches' && { isInstant, digestId }),
      ...(row.escalation_id === null && { ruleId: row.rule_id }),
    }))
}

async function savesOf(database: Database, orgId: string): Promise<object[]> {
  const rows = await database
    .selectFrom('collection_signals')
    .selectAll()
    .where('org_id', '=', orgId)
    .execute()
  return rows.map(({ collection_id: collectionId, signal_id: signalId, saved_at: savedAt }) => ({
    id: `${collectionId}:${signalId}`,
    collectionId,
    signalId,
    savedAt: savedAt.toISOString(),
  }))
}

async function attemptsOf(database: Database, orgId: string): Promise<object[]> {
  const { rows } = await sql<{ at: Date; messageId: string; number: number }>`
    select message_id as "messageId", number, m.kind, m.digest_id as "digestId", m.channel_id as "channelId",
      m.signal_id as "signalId", at, outcome, http_status as "httpStatus", duration_ms as "durationMs", (
        select decision_number::text from dispatches d
        where m.kind = 'instant' and (d.org_id, d.rule_id, d.channel_id, d.signal_id)
          = (m.org_id, m.rule_id, m.channel_id, m.signal_id)
      ) as "dispatchId"
    from attempts join messages m using (message_id) where org_id = ${orgId} and m.kind <> 'event'`.execute(
    database,
  )
  return rows.map(({ at, ...row }) => ({
    ...row,
    id: `${row.messageId}:${row.number}`,
    at: at.toISOString(),
  }))
}

async function peopleOf(database: Database, orgId: string): Promise<object[]> {
  const { rows } = await sql<object>`
    select person_id as id, name, null as email, role from memberships join people using (person_id)
    where org_id = ${orgId}`.execute(database)
  return rows
}

async function ledgerEventsOf(database: Database, orgId: string): Promise<object[]> {
  const { rows } = await sql<{ index: number; body: Buffer; receivedAt: Date; settledAt: Date }>`
    select delivery_id as "deliveryId", d.source_id as "sourceId", event_id as "eventId", type, status, index, body,
      d.received_at as "receivedAt", settled_at as "settledAt"
    from deliveries d join requests using (request_id) where org_id = ${orgId}`.execute(database)
  return rows.map(({ index, body, receivedAt, settledAt, ...row }) => ({
    ...row,
    receivedAt: receivedAt.toISOString(),
    appliedAt: settledAt.toISOString(),
    event: [JSON.parse(body.toString())[index]],
  }))
}

/**
 * Returns the members of a document by their names in snake_case, with nested ones joined; omits null and absent ones.
 */
function flatten(document: object): Row {
  const row: Row = {}
  for (const [name, value] of Object.entries(document)) {
    const column = name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)
    if (value === null || value === undefined) continue
    if (typeof value !== 'object' || Array.isArray(value)) row[column] = value
    else for (const [inner, one] of Object.entries(flatten(value))) row[`${column}_${inner}`] = one
  }
  for (const kept of ['from_value', 'to_value', 'event'])
    if (Array.isArray(row[kept])) [row[kept]] = row[kept]
  return row
}

const versionQueries: Record<string, (orgId: string) => RawBuilder<{ key: string; version: string }>> = {
  signals: (orgId) => sql`
    select signal_id as key, s.version + coalesce(r.version, 0) as version
    from signals s left join signal_registers r using (org_id, signal_id) where org_id = ${orgId}`,
  signal_events: (orgId) =>
    sql`select signal_event_id as key, version from signal_events where org_id = ${orgId}`,
  accounts: (orgId) => sql`select account_key as key, version from accounts where org_id = ${orgId}`,
  deal_events: (orgId) => sql`select deal_event_id as key, version from deal_events where org_id = ${orgId}`,
  deals: (orgId) => sql`select deal_id as key, version from deals where org_id = ${orgId}`,
  dispatches: (orgId) => sql`select decision_number as key, version from dispatches where org_id = ${orgId}`,
  escalation_steps: (orgId) => sql`
    select decision_number as key, version from dispatches
    where org_id = ${orgId} and escalation_id is not null`,
  collections: (orgId) => mirrored(orgId, 'collections'),
  saves: (orgId) => mirrored(orgId, 'saves'),
  attempts: (orgId) => mirrored(orgId, 'attempts'),
  people: (orgId) => mirrored(orgId, 'people'),
  ledger_events: (orgId) =>
    sql`select delivery_id as key, version from ledger_events where org_id = ${orgId}`,
  notes: (orgId) => sql`select note_id as key, version from notes where org_id = ${orgId}`,
  listeners: (orgId) => sql`
    select listener_id as key, l.version + coalesce(sum(c.version), 0) as version
    from listeners l left join listener_counts c using (org_id, listener_id)
    where org_id = ${orgId} group by org_id, listener_id`,
}

function mirrored(orgId: string, table: string): RawBuilder<{ key: string; version: string }> {
  return sql`
    select record_id as key, version from mirrored_records where org_id = ${orgId} and table_name = ${table}`
}

/** Returns the version that each record should have, by key. */
export async function storedVersions(
  database: Database,
  { orgId, table: { name } }: { orgId: string; table: WarehouseTable },
): Promise<Map<string, bigint>> {
  const { rows } = await (versionQueries[name]?.(orgId) ?? missing(name)).execute(database)
  return new Map(rows.map(({ key, version }) => [key, BigInt(version)]))
}

function missing(name: string): never {
  throw new Error(`Nothing is known of the versions of ${name}.`)
}
