import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * For counts by workspace, step, status and shard: removes those that are older than 8 days, and joins the shards of
 * steps that few transactions still change.
 */
export async function compactCounts(
  database: Database,
  { table, counted }: { table: string; counted: string },
): Promise<void> {
  const [counts, count] = [sql.table(table), sql.ref(counted)]
  await sql`delete from ${counts} where step < now() - interval '8 days'`.execute(database)
  await sql`
    with joined as (
      delete from ${counts} where step < now() - interval '1 hour' and shard <> 0
      returning org_id, step, status, ${count}
    )
    insert into ${counts} as known (org_id, step, status, shard, ${count})
    select org_id, step, status, 0, sum(${count}) from joined group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, step, status, shard) do update set ${count} = known.${count} + excluded.${count}`.execute(
    database,
  )
}
