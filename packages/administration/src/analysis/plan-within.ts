import type { Database } from '@signalpost/database'
import { analyseWithin } from '@signalpost/database/analyses'
import { listConnections } from '@signalpost/database/searching'
import type { Platform } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'
import { findMissing } from '../connection/find-missing.ts'

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

export type PlannedQuery = { source: Platform; runnable?: boolean | undefined; reason?: string | undefined }

/** Marks the queries of a plan that the workspace cannot run yet, and says what it has to connect. */
async function markUnconnected<Plan extends { queries: readonly PlannedQuery[] }>(
  database: Database,
  { orgId, plan }: { orgId: string; plan: Plan },
): Promise<Plan> {
  const connections = await listConnections(database, orgId)
  const queries = plan.queries.map((query) => {
    if (query.runnable !== true) return query
    const reason = findMissing(getPlatform(query.source), connections)
    return reason === undefined ? query : { ...query, runnable: false, reason }
  })
  return { ...plan, queries }
}
