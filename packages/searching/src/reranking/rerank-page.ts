import type { FoundItem } from '@signalpost/domain'
import type { ListenerRun, PageToJudge } from '../run/listener-run.ts'

/** The most posts of one run that are reranked, and of one page, so that later searches have their share. */
const mostOfRun = 50
const mostOfPage = 20

/** The scores of posts without a keyword, and the bar from which on they pass. */
export type Reranked = { bar: number; scores: ReadonlyMap<FoundItem, number> }

/** Has posts in which no keyword is scored by the rerank model, if there is one. */
export async function rerankPage(
  run: ListenerRun,
  { posts, plan, note }: PageToJudge<FoundItem>,
  signal: AbortSignal,
): Promise<Reranked> {
  const { orgId, listener, askRerank, judging, costs } = run
  const limit = Math.min(mostOfPage, mostOfRun - run.reranked)
  if (askRerank === undefined || limit <= 0) return { bar: Number.POSITIVE_INFINITY, scores: new Map() }
  const { result, skipped } = await judging.run('choose', {
    posts: posts.map((item) => ({ item })),
    ...{ plan, limit },
  })
  note(posts, skipped)
  const placeOf = new Map(posts.map((item, at) => [item, result[at]]))
  const candidates = posts
    .filter((item) => placeOf.get(item) !== undefined)
    .toSorted((one, other) => (placeOf.get(one) ?? 0) - (placeOf.get(other) ?? 0))
  run.reranked += candidates.length
  const onCall = () => costs.countModelCall('rerank')
  const scores = await askRerank.ask({ orgId, items: candidates, listener, signal, onCall })
  return { bar: askRerank.bar, scores }
}

/** Returns the score of a post that passes. */
export function passingScoreOf({ bar, scores }: Reranked, item: FoundItem): number | undefined {
  const score = scores.get(item)
  return score !== undefined && score >= bar ? score : undefined
}
