import type { Deal } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'

export type DealCount = { stage: Deal['stage']; deals: number }

/** Counts all deals of each stage, by an index alone. */
export async function countDeals(
  database: Database,
  { orgId, stages }: { orgId: string; stages: readonly Deal['stage'][] },
): Promise<DealCount[]> {
  const { rows } = await sql<DealCount>`
    select stage, count(*)::int as deals from deals
    where org_id = ${orgId} and stage = any(${stages}::text[]) and created_at is not null
    group by stage order by stage`.execute(database)
  return rows
}
