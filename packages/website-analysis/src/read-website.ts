import { crawlWebsite, UnreadableWebsiteError } from './crawl/crawl-website.ts'
import type { Fetch } from './crawl/fetch.ts'
import type { Page } from './crawl/page.ts'
import { createPlan, type PlanRequest } from './plan/create-plan.ts'
import type { Plan } from './plan/plan.ts'

const leastWords = 20

export type AnalysisRequest = PlanRequest & {
  website: string
  /** Accept a plan made from the description alone. */
  acceptLimited: boolean
}

/** The text of a page, as plain data. */
export type PageText = Pick<Page, 'title' | 'blocks'>

/** A plan, and the text that it was made from. */
export type Analysis = { plan: Plan; pages: PageText[] }

/** Crawls and plans. Throws UnreadableWebsiteError. */
export async function readWebsite(request: AnalysisRequest, fetch: Fetch): Promise<Analysis> {
  // Never aborted: the parent ends the thread instead.
  const { signal } = new AbortController()
  const pages = request.acceptLimited ? [] : await crawlWebsite(request.website, { fetch, signal })
  if (!request.acceptLimited && countWords(pages) < leastWords) {
    throw new UnreadableWebsiteError('The website says too little.')
  }
  const plan = createPlan(request, pages)
  return { plan, pages: pages.map(({ title, blocks }) => ({ title, blocks })) }
}

function countWords(pages: readonly Page[]): number {
  const texts = pages.flatMap(({ description, blocks }) => [description, ...blocks.map(({ text }) => text)])
  return texts.reduce((sum, text) => sum + (text.match(/\p{L}{2,}/gu)?.length ?? 0), 0)
}
