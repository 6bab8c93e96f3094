import { randomUUID } from 'node:crypto'
import type { Outgoing } from '@signalpost/outgoing'
import { createThreads } from '@signalpost/runtime'
import { UnreadableWebsiteError } from './crawl/crawl-website.ts'
import { createFetch } from './crawl/fetch.ts'
import type { Plan } from './plan/plan.ts'
import type { AnalysisRequest } from './read-website.ts'
import type { RefinePlan } from './refine-plan.ts'
import { analyseInThread } from './thread/analyse-in-thread.ts'

/** Covers the crawl, which stops after 45 s, and the plan. */
const longestMs = 50_000
/** An analysis needs about 30 MB; a page holds 2 MiB, a site 20 pages. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

/** Throws UnreadableWebsiteError; rejects with the reason of `signal` if it aborts. */
export type AnalyseWebsite = (request: AnalysisRequest, signal: AbortSignal) => Promise<Plan>

export type WebsiteAnalysis = {
  analyse: AnalyseWebsite
  /** The number of threads. */
  threads: () => number
  close: () => Promise<void>
}

type AnalysisOptions = {
  outgoing: Outgoing
  refinePlan: RefinePlan | undefined
  /** Ends every analysis in progress. */
  ending: AbortSignal
  deadlineMs?: number
  /** The file that threads run. */
  entry?: URL
}

/**
 * Crawls and plans in a thread, so no text can block the process, and refines the plan if a language model is
 * configured. The thread only computes: its fetches pass the guard here.
 */
export function createWebsiteAnalysis({
  outgoing,
  refinePlan,
  ending,
  deadlineMs = longestMs,
  entry = new URL('./thread/analysis-thread.ts', import.meta.url),
}: AnalysisOptions): WebsiteAnalysis {
  const threads = createThreads({ entry, resourceLimits, busy: 'Too many websites are being analysed.' })
  return {
    analyse: async (request, given) => {
      const signal = AbortSignal.any([given, ending])
      const fetch = createFetch(outgoing, { caller: randomUUID() })
      const found = await threads.run(signal, (thread) =>
        analyseInThread(thread, { request, fetch, deadlineMs, signal }),
      )
      if (found instanceof UnreadableWebsiteError) throw found
      const { plan, pages } = found
      const refined = await refinePlan?.({ plan, request, pages, signal })
      signal.throwIfAborted()
      return refined ?? plan
    },
    threads: threads.count,
    close: threads.close,
  }
}
