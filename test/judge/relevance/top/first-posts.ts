import { type FoundItem, nearText, normaliseKey, titleKey } from '@signalpost/domain'
import type { RealPost } from '../../real-posts.ts'
import type { JudgedPost } from '../judge-pool.ts'

/**
 * Returns a listener's first posts by score, as a person sees them: of several that a run takes for one post, the best
 * alone. Among equal scores an order that has nothing to do with labels decides.
 */
export function firstPosts(
  judged: readonly JudgedPost[],
  posts: ReadonlyMap<string, RealPost>,
  count: number,
): { judged: JudgedPost; item: FoundItem }[] {
  const first: { judged: JudgedPost; item: FoundItem }[] = []
  const inOrder = judged.toSorted((a, b) => b.score - a.score || (a.signalId < b.signalId ? -1 : 1))
  for (const one of inOrder) {
    if (first.length === count) break
    const item = posts.get(one.signalId)?.item
    if (item === undefined) throw new Error(`The collection has no post ${one.signalId}.`)
    if (!first.some((other) => isOnePost(other.item, item))) first.push({ judged: one, item })
  }
  return first
}

function isOnePost(one: FoundItem, other: FoundItem): boolean {
  if (normaliseKey(one.url) === normaliseKey(other.url)) return true
  const title = titleKey(one.title)
  return title !== undefined && title === titleKey(other.title) && nearText(one.text, other.text)
}
