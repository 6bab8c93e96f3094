import type { Database } from '@signalpost/database'
import { listConnections } from '@signalpost/database/searching'
import type { Platform } from '@signalpost/domain'
import { getPlatform } from '@signalpost/platforms'
import { findMissing } from '../connection/find-missing.ts'

export type PlannedQuery = { source: Platform; runnable?: boolean | undefined; reason?: string | undefined }

/** Marks the queries of a plan that the workspace cannot run yet, and says what it has to connect. */
export async function markUnconnected<Plan extends { queries: readonly PlannedQuery[] }>(
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
