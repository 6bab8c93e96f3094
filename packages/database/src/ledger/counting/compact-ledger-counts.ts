import { sql } from 'kysely'
import type { Database } from '../../database.ts'

/** Removes counts that are older than 8 days, and joins the shards of steps that few transactions still change. */
export async function compactLedgerCounts(database: Database): Promise<void> {
  await sql`delete from ledger_counts where step < now() - interval '8 days'`.execute(database)
  await sql`
    with joined as (
      delete from ledger_counts where step < now() - interval '1 hour' and shard <> 0
      returning org_id, step, status, deliveries
    )
    insert into ledger_counts as known (org_id, step, status, shard, deliveries)
    select org_id, step, status, 0, sum(deliveries) from joined group by 1, 2, 3 order by 1, 2, 3
    on conflict (org_id, step, status, shard) do update set deliveries = known.deliveries + excluded.deliveries`.execute(
    database,
  )
}
