import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How far a reader of one table is behind. */
export type TableLag = {
  table: string
  /** Records that changed since, each counted once, including those without a position yet; at most the limit. */
  rows: number
  /** How long the oldest of them has waited; 0 if there is none. */
  ageMs: number
}

export type Lag = Omit<TableLag, 'table'>

type Reader = { orgId: string; cursors: Readonly<Record<string, bigint>> }

/** Measures how far a reader at these positions of a workspace's tables is behind, in all of them together. */
export async function measureLag(database: Database, reader: Reader): Promise<Lag> {
  const lags = await measureLags(database, reader)
  return {
    rows: lags.reduce((sum, { rows }) => sum + rows, 0),
    ageMs: Math.max(0, ...lags.map(({ ageMs }) => ageMs)),
  }
}

/** Measures the same by table. With `limit`, reads at most so many rows of a table and counts no further. */
export async function measureLags(
  database: Database,
  { orgId, cursors, limit }: Reader & { limit?: number },
): Promise<TableLag[]> {
  const most = sql`limit ${limit ?? null}::bigint`
  // Joins whole sets. If the inbox has filled up since it was last analysed, PostgreSQL expects it to be empty, and
  // would search all changes for each of its rows.
  const { rows } = await sql<TableLag>`
    select read.table_name as "table", least(behind.records + waiting.records, ${limit ?? null}::bigint)::float8 as rows,
      coalesce(extract(epoch from clock_timestamp() - least(behind.since, waiting.since)), 0)::float8 * 1000 as "ageMs"
    from unnest(${Object.keys(cursors)}::text[], ${Object.values(cursors)}::bigint[]) as read (table_name, position)
    cross join lateral (
      select count(*) as records, (
        select sequenced_at from changes c
        where c.org_id = ${orgId} and c.table_name = read.table_name and c.position > read.position
        order by c.position limit 1
      ) as since
      from (
        select from changes c
        where c.org_id = ${orgId} and c.table_name = read.table_name and c.position > read.position ${most}
      ) later
    ) behind
    cross join lateral (
      select count(*) as records, (
        select min(changed_at) from change_inbox where org_id = ${orgId} and table_name = read.table_name
      ) as since
      from (
        (select record_id from change_inbox where org_id = ${orgId} and table_name = read.table_name ${most})
        except
        (select record_id from changes
         where org_id = ${orgId} and table_name = read.table_name and position > read.position ${most})
      ) unsequenced
    ) waiting`.execute(database)
  return rows
}
