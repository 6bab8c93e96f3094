import type { FoundItem } from '@signalpost/domain'
import { judge } from '@signalpost/judge'
import type { ListenerRun } from '../run/listener-run.ts'
import { chooseCandidates } from './choose-candidates.ts'

/** The most posts of one run that are reranked, and of one page, so that later searches have their share. */
const mostOfRun = 50
const mostOfPage = 20

/** The scores of posts without a keyword, and the bar from which on they pass. */
export type Reranked = { bar: number; scores: ReadonlyMap<FoundItem, number> }

/** Has posts in which no keyword is scored by the rerank model, if there is one. */
export async function rerankPage(
  run: ListenerRun,
  items: readonly FoundItem[],
  signal: AbortSignal,
): Promise<Reranked> {
  const { orgId, listener, history, weights, askRerank } = run
  const room = Math.min(mostOfPage, mostOfRun - run.reranked)
  if (askRerank === undefined || room <= 0) return { bar: Number.POSITIVE_INFINITY, scores: new Map() }
  const nowMs = run.nowMs()
  const without = items.filter((item) => {
    const judgement = judge({ item, listener, nowMs, history, weights })
    return !judgement.passed && judgement.lacksKeyword
  })
  const candidates = chooseCandidates(without, listener, room)
  run.reranked += candidates.length
  const scores = await askRerank.ask({ orgId, items: candidates, listener, signal })
  return { bar: askRerank.bar, scores }
}

/** Returns the score of a post that passes. */
export function passingScoreOf({ bar, scores }: Reranked, item: FoundItem): number | undefined {
  const score = scores.get(item)
  return score !== undefined && score >= bar ? score : undefined
}
