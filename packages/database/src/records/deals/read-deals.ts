import { type Deal, type DealState, dealFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { type CreatedRecord, isBehind } from '../created-record.ts'

/** Returns deals after `after`, by createdAt and id, descending. */
export async function listDeals(
  database: Database,
  { orgId, after, limit }: { orgId: string; after?: CreatedRecord | undefined; limit: number },
): Promise<Deal[]> {
  const { rows } = await sql<{ id: string; state: DealState }>`
    select deal_id as id, state from deals
    where org_id = ${orgId} and created_at is not null and ${isBehind(after, 'created_at', 'deal_id')}
    order by created_at desc, deal_id desc
    limit ${limit}`.execute(database)
  return rows.map((row) => dealFrom({ orgId, ...row })).filter((deal) => deal !== undefined)
}
