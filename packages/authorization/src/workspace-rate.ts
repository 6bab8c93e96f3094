import type { Database } from '@signalpost/database'
import { createRateLimiter, findWorkspace } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import { createBriefMemory } from './brief-memory.ts'

/** The requests that all keys and people of a workspace may make together in a minute. */
export type WorkspaceRate = {
  /** Throws RejectedError `rate_limited`. */
  takeRequest: (orgId: string) => Promise<void>
}

/**
 * The limit holds for all processes together, and is the workspace's own or `requestsPerMinute`; 0 is none. A change of
 * a workspace's own is known within seconds.
 */
export function createWorkspaceRate({
  database,
  requestsPerMinute,
  nowMs,
}: {
  database: Database
  requestsPerMinute: number
  nowMs: () => number
}): WorkspaceRate {
  const limiter = createRateLimiter({ database, nowMs })
  const limits = createBriefMemory<{ own: number | null }>({ nowMs })
  return {
    takeRequest: async (orgId) => {
      const found = await limits.read(orgId, async () => {
        const workspace = await findWorkspace(database, orgId)
        return workspace && { own: workspace.mostRequestsPerMinute }
      })
      const limit = found?.own ?? requestsPerMinute
      if (limit === 0) return
      const { allowed, resetSeconds } = await limiter.take({ bucket: `workspace:${orgId}`, limit })
      if (allowed) return
      throw new RejectedError(
        'rate_limited',
        `The workspace has made too many requests in this minute; its limit is ${limit}.`,
        { headers: { 'retry-after': String(resetSeconds) } },
      )
    },
  }
}
