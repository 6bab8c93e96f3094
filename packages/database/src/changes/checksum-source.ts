import type { WarehouseTable } from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { storedRecordsOf } from './stored-records.ts'

/** The records of a table that changed last at `upTo` or before. */
type Compared = { orgId: string; table: WarehouseTable; upTo: bigint }

/** Records whose key's hash begins with `prefix`, counted and summed: see `checksumSource`. */
type SourceBucket = { prefix: string; rows: bigint; sum: bigint }

/**
 * By the first `digits` hexadecimal digits of the MD5 of the key in UTF-8: how many rows warehouses should have,
 * tombstones included, and the sum of the first 32 bits of the MD5 of `key:version`.
 */
export async function checksumSource(
  database: Database,
  { digits, ...compared }: Compared & { digits: 2 | 4 },
): Promise<SourceBucket[]> {
  const { rows } = await sql<{ prefix: string; rows: string; sum: string }>`
    select prefix, count(*) as rows, sum(hash) as sum
    from (
      select left(md5(key), ${digits}) as prefix,
        ('x' || left(md5(key || ':' || version), 8))::bit(32)::bigint as hash
      from (${versionsOf(compared)}) stored
      offset 0 -- so that buckets count as few, and rows are not sorted to add them up
    ) hashed
    group by prefix`.execute(database)
  return rows.map(({ prefix, rows, sum }) => ({ prefix, rows: BigInt(rows), sum: BigInt(sum) }))
}

/** The keys and versions of some buckets, whose prefixes are all of one length. */
export async function listSourceVersions(
  database: Database,
  { prefixes, ...compared }: Compared & { prefixes: readonly string[] },
): Promise<{ key: string; version: bigint }[]> {
  const digits = prefixes[0]?.length ?? 0
  const { rows } = await sql<{ key: string; version: string }>`
    select key, version from (${versionsOf(compared)}) stored
    where left(md5(key), ${digits}) = any(${prefixes})`.execute(database)
  return rows.map(({ key, version }) => ({ key, version: BigInt(version) }))
}

/** Where records changed last, by their keys; those that nothing is known of are left out. */
export async function positionsOf(
  database: Database,
  { orgId, table, keys }: { orgId: string; table: WarehouseTable; keys: readonly string[] },
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ key: string; position: string }>`
    select record_id as key, position from changes
    where table_name = ${table.name} and org_id = ${orgId} and record_id = any(${keys})`.execute(database)
  return new Map(rows.map(({ key, position }) => [key, BigInt(position)]))
}

function versionsOf({ orgId, table, upTo }: Compared): RawBuilder<unknown> {
  const stored = storedRecordsOf(table)
  return sql`
    select changes.record_id as key, stored.version
    from changes
    cross join lateral (
      select ${sql.raw(stored.version)} as version
      from ${sql.raw(stored.from)}
      where ${sql.raw(stored.orgId)} = changes.org_id and ${sql.raw(stored.key)} = changes.record_id
    ) stored
    where changes.org_id = ${orgId} and changes.table_name = ${table.name} and changes.position <= ${upTo}`
}
