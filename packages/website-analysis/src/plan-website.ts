import { createOutgoing, type Networks, type OutgoingProxy } from '@signalpost/outgoing'
import { createWebsiteAnalysis } from './analyse-website.ts'
import type { Plan } from './plan/plan.ts'
import type { AnalysisRequest } from './read-website.ts'

/** How websites are reached. */
export type WebsiteAccess = { crawlNetworks: Networks; outgoingProxy: OutgoingProxy | undefined }

/**
 * Reads one website and makes a plan of it, by text analysis alone. Throws UnreadableWebsiteError; rejects with the
 * reason of `signal` if it aborts.
 */
export async function planWebsite(
  { crawlNetworks, outgoingProxy }: WebsiteAccess,
  request: Omit<AnalysisRequest, 'acceptLimited'>,
  signal: AbortSignal,
): Promise<Plan> {
  const outgoing = createOutgoing({
    ...{ allowedNetworks: crawlNetworks, proxy: outgoingProxy },
    ...{ plainHttp: true, publicPorts: [80, 443] },
  })
  const analysis = createWebsiteAnalysis({ outgoing, refinePlan: undefined, ending: signal })
  try {
    return await analysis.analyse({ ...request, acceptLimited: false }, signal)
  } finally {
    await analysis.close()
    await outgoing.close()
  }
}
