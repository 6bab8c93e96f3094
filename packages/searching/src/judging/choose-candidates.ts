import type { FoundItem } from '@signalpost/domain'
import { type JudgedListener, readPost } from '@signalpost/judge'

/**
 * Returns the posts of a page, in which no keyword is, that may still be what a listener looks for: at most `limit`. First
 * come those that share words of the plan's keywords, the rarer on this page the better; then the platform's own order.
 */
export function chooseCandidates(
  items: readonly FoundItem[],
  { keywords }: Pick<JudgedListener, 'keywords'>,
  limit: number,
): FoundItem[] {
  const wanted = stemsOf(keywords.join(' '))
  const posts = items.map((item) => ({ item, stems: stemsOf(`${item.title}\n${item.text}`) }))
  const sharing = new Map(
    [...wanted].map((word) => [word, posts.filter(({ stems }) => stems.has(word)).length]),
  )
  const overlapOf = (stems: ReadonlySet<string>): number =>
    [...wanted].reduce(
      (sum, word) => (stems.has(word) ? sum + Math.log(1 + posts.length / (sharing.get(word) ?? 1)) : sum),
      0,
    )
  return posts
    .map(({ item, stems }) => ({ item, overlap: overlapOf(stems) }))
    .toSorted((one, other) => other.overlap - one.overlap)
    .slice(0, limit)
    .map(({ item }) => item)
}

function stemsOf(text: string): Set<string> {
  return new Set(readPost({ title: '', text }).words.map(({ stem }) => stem))
}
