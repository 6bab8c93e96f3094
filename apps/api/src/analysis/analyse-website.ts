import type { Outgoing } from '@signalpost/outgoing'
import { crawlWebsite, UnreadableWebsiteError } from './crawl/crawl-website.ts'
import type { Page } from './crawl/page.ts'
import { makePlan, type PlanRequest } from './plan/make-plan.ts'
import type { Plan } from './plan/plan.ts'
import type { RefinePlan } from './refine-plan.ts'

const leastWords = 20

type AnalysisRequest = PlanRequest & {
  website: string
  /** Plan from the description alone. */
  acceptLimited: boolean
}

/** Throws UnreadableWebsiteError; rejects with the reason of `signal` when that aborts. */
export type AnalyseWebsite = (request: AnalysisRequest, signal: AbortSignal) => Promise<Plan>

/** Crawls, plans, and has the plan refined where there is a language model. */
export function createWebsiteAnalysis({
  outgoing,
  refinePlan,
  ending,
}: {
  outgoing: Outgoing
  refinePlan: RefinePlan | undefined
  /** Ends every analysis under way. */
  ending: AbortSignal
}): AnalyseWebsite {
  return async (request, given) => {
    const signal = AbortSignal.any([given, ending])
    const pages = request.acceptLimited ? [] : await crawlWebsite(request.website, { outgoing, signal })
    if (!request.acceptLimited && countWords(pages) < leastWords) {
      throw new UnreadableWebsiteError('The website says too little.')
    }
    const plan = makePlan(request, pages)
    const refined = await refinePlan?.({ plan, request, pages, signal })
    signal.throwIfAborted()
    return refined ?? plan
  }
}

function countWords(pages: readonly Page[]): number {
  const texts = pages.flatMap(({ description, blocks }) => [description, ...blocks.map(({ text }) => text)])
  return texts.reduce((sum, text) => sum + (text.match(/\p{L}{2,}/gu)?.length ?? 0), 0)
}
