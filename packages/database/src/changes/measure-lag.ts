import { sql } from 'kysely'
import type { Database } from '../database.ts'

export type Lag = {
  /** Records that changed since, each counted once, including those without a position yet. */
  rows: number
  /** How long the oldest of them has waited; 0 if there is none. */
  ageMs: number
}

/** Measures how far a reader at these positions of a workspace's tables is behind. */
export async function measureLag(
  database: Database,
  { orgId, cursors }: { orgId: string; cursors: Readonly<Record<string, bigint>> },
): Promise<Lag> {
  // Joins whole sets. If the inbox has filled up since it was last analysed, PostgreSQL expects it to be empty, and
  // would search all changes for each of its rows.
  const { rows } = await sql<Lag>`
    select coalesce(sum(behind.records + waiting.records), 0)::float8 as rows,
      coalesce(extract(epoch from clock_timestamp() - least(min(behind.since), min(waiting.since))), 0)::float8 * 1000
        as "ageMs"
    from unnest(${Object.keys(cursors)}::text[], ${Object.values(cursors)}::bigint[]) as read (table_name, position)
    cross join lateral (
      select count(*) as records, (
        select sequenced_at from changes c
        where c.org_id = ${orgId} and c.table_name = read.table_name and c.position > read.position
        order by c.position limit 1
      ) as since
      from changes c
      where c.org_id = ${orgId} and c.table_name = read.table_name and c.position > read.position
    ) behind
    cross join lateral (
      select count(*) as records, (
        select min(changed_at) from change_inbox where org_id = ${orgId} and table_name = read.table_name
      ) as since
      from (
        select record_id from change_inbox where org_id = ${orgId} and table_name = read.table_name
        except
        select record_id from changes
        where org_id = ${orgId} and table_name = read.table_name and position > read.position
      ) unsequenced
    ) waiting`.execute(database)
  return rows[0] ?? { rows: 0, ageMs: 0 }
}
