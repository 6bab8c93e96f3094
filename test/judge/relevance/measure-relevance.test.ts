import { expect, test } from 'vitest'
import { readLabelledListeners } from './labelled-posts.ts'
import { isRelevant, measureRelevance, type RatedPost, relevanceFloors } from './measure-relevance.ts'
import { relevanceTables } from './relevance-tables.ts'

function rated(signalId: string, { score, label, keywords = 1 }: Partial<RatedPost>): RatedPost {
  const fit = score ?? 0
  const components = [{ name: 'fit' as const, points: fit, cap: 20, reasons: [] }]
  return {
    ...{ signalId, platform: 'hackernews', score: fit, components, keywords },
    ...{ goodChance: (label ?? 0) > 0 ? 0.9 : 0.1, label: label ?? 0 },
  }
}

/** Twenty posts, of which those from the tenth on are good, scored by their number. */
const clear = Array.from({ length: 20 }, (_, index) =>
  rated(`sig_${index}`, { score: index * 3, label: index >= 10 ? 2 : 0, keywords: 20 - index }),
)
const agreeing = [0, 1, 2].map((label) => [label, label] as [0, 0])

test('a score that orders as the readers do passes, and loses its order without its only component', () => {
  const found = measureRelevance([{ company: 'clear', posts: clear }], agreeing)
  expect(found.precision10.value).toBe(1)
  expect(found.average.value).toBe(1)
  expect(found.bestPrecision10).toBe(1)
  expect(found.recallAtBar.value).toBe(0.5)
  expect(found.precisionAtBar.value).toBe(1)
  expect(found.calibrationError).toBeCloseTo(0.1, 12)
  expect(found.agreement).toEqual({ labels: 1, goodOrNo: 1 })
  expect(found.without[0]?.loss).toBeGreaterThan(0)
  expect(isRelevant({ ...found, overKeywords: { ...found.precision10, value: 2 } })).toBe(true)
  expect(relevanceTables(found)).toContain(
    `| the same / that of the best order | 1.000 |  | ${relevanceFloors.shareOfBest} |`,
  )
})

test('a score that orders the other way fails', () => {
  const posts = clear.map((post) => ({ ...post, score: -post.score }))
  const found = measureRelevance([{ company: 'wrong', posts }], agreeing)
  expect(found.precision10.value).toBe(0)
  expect(isRelevant(found)).toBe(false)
})

test('a listener without a good post counts for precision only', () => {
  const none = clear.map((post) => ({ ...post, label: 0 as const }))
  const found = measureRelevance(
    [
      { company: 'clear', posts: clear },
      { company: 'none', posts: none },
    ],
    agreeing,
  )
  expect(found.precision10.value).toBe(0.5)
  expect(found.average.value).toBe(1)
})

test('twelve listeners have fifty posts each, read twice', () => {
  const listeners = readLabelledListeners()
  expect(listeners.map(({ posts }) => posts.length)).toEqual(Array.from({ length: 12 }, () => 50))
  for (const { posts } of listeners) {
    expect(new Set(posts.map(({ signalId }) => signalId)).size).toBe(50)
    expect(posts.filter(({ first, second, settled }) => first === second && settled !== first)).toEqual([])
  }
})
