import type { Note, WarehouseTable } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { listAccounts } from '../../records/accounts/read-accounts.ts'
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
  for (const kept of ['from_value', 'to_value']) if (Array.isArray(row[kept])) [row[kept]] = row[kept]
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
  notes: (orgId) => sql`select note_id as key, version from notes where org_id = ${orgId}`,
  listeners: (orgId) => sql`
    select listener_id as key, l.version + coalesce(sum(c.version), 0) as version
    from listeners l left join listener_counts c using (org_id, listener_id)
    where org_id = ${orgId} group by org_id, listener_id`,
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
