import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Returns the position of the last sequenced change of each of a workspace's tables; omits tables without changes. */
export async function readPositions(
  database: Database,
  { orgId, tables }: { orgId: string; tables: readonly string[] },
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ table: string; position: string }>`
    select table_name as "table", position
    from unnest(${[...tables]}::text[]) as named(table_name)
    cross join lateral (
      select position from changes c where c.org_id = ${orgId} and c.table_name = named.table_name
      order by position desc limit 1
    ) as latest`.execute(database)
  return new Map(rows.map(({ table, position }) => [table, BigInt(position)]))
}

/** Counts the rows of a table whose key follows `after`, those of which nothing but registers is stored included. */
export async function countKeys(
  database: Database,
  { orgId, table, after = '', atMost }: { orgId: string; table: string; after?: string; atMost?: number },
): Promise<number> {
  const { rows } = await sql<{ keys: string }>`
    select count(*) as keys from (
      select from changes where table_name = ${table} and org_id = ${orgId} and record_id > ${after}
      limit ${atMost ?? null}::bigint
    ) counted`.execute(database)
  return Number(rows[0]?.keys ?? 0)
}

/** Counts the rows of a table that changed after a position. */
export async function countChanges(
  database: Database,
  { orgId, table, after }: { orgId: string; table: string; after: bigint },
): Promise<number> {
  const { rows } = await sql<{ changes: string }>`
    select count(*) as changes from changes
    where org_id = ${orgId} and table_name = ${table} and position > ${after}`.execute(database)
  return Number(rows[0]?.changes ?? 0)
}
