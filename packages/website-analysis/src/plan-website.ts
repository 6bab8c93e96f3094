import { createWebsiteAnalysis } from './analyse-website.ts'
import type { Plan } from './plan/plan.ts'
import { reachWebsites, type WebsiteAccess } from './reach-websites.ts'
import type { AnalysisRequest } from './read-website.ts'

/**
 * Reads one website and makes a plan of it, by text analysis alone, in threads of its own: for a process that does so once,
 * such as a command. Throws UnreadableWebsiteError; rejects with the reason of `signal` if it aborts.
 */
export async function planWebsite(
  access: WebsiteAccess,
  request: Omit<AnalysisRequest, 'acceptLimited'>,
  signal: AbortSignal,
): Promise<Plan> {
  const outgoing = reachWebsites(access)
  const analysis = createWebsiteAnalysis({ outgoing, refinePlan: undefined, ending: signal })
  try {
    return await analysis.analyse({ ...request, acceptLimited: false }, signal)
  } finally {
    await analysis.close()
    await outgoing.close()
  }
}
