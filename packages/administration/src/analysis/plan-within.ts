import type { Database } from '@signalpost/database'
import { analyseWithin } from '@signalpost/database/analyses'
import { markUnconnected, type PlannedQuery } from './mark-unconnected.ts'

/**
 * Plans a listener from a website within what the workspace may analyse, as `analyseWithin` does. Queries that the workspace
 * cannot run yet say what it has to connect.
 */
export async function planWithin<Plan extends { queries: readonly PlannedQuery[] }>(
  database: Database,
  limits: Parameters<typeof analyseWithin>[1],
  analyse: () => Promise<Plan>,
): Promise<{ plan: Plan; analysisId: string }> {
  const { result: plan, analysisId } = await analyseWithin(database, limits, async () =>
    markUnconnected(database, { orgId: limits.orgId, plan: await analyse() }),
  )
  return { plan, analysisId }
}
