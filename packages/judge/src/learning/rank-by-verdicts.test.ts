import { describe, expect, test } from 'vitest'
import { priorWeights } from './listener-weights.ts'
import { type RankedFeatures, rankByVerdicts } from './rank-by-verdicts.ts'

const untaught = { lessons: [], weights: priorWeights(), nowMs: 0 }

function post(id: string, keywords: string[], changes: Partial<RankedFeatures> = {}) {
  const points = {
    ...{ purchaseIntent: 20, fit: 10, urgency: 0, recency: 10 },
    ...{ commercialValue: 0, evidenceQuality: 5, multiSignal: 0 },
  }
  const features: RankedFeatures = {
    ...{ points, keywords, label: 'relevant', platform: 'hackernews', learned: 0, bar: 45, ...changes },
  }
  return { id, features, isGood: undefined as boolean | undefined }
}

function judged(id: string, keywords: string[], isGood: boolean) {
  return { ...post(id, keywords), isGood }
}

function many(count: number, keywords: string[], isGood: boolean) {
  return Array.from({ length: count }, (_, at) => judged(`${keywords.join()} ${at}`, keywords, isGood))
}

describe('without verdicts', () => {
  test('the order is that of the scores, and nothing moves', () => {
    const low = { ...post('low', ['rota']).features.points, purchaseIntent: 3 }
    const { posts, keywords, isLearned } = rankByVerdicts(
      [post('low', ['rota'], { points: low }), post('high', ['rota']), post('as high', ['shift'])],
      untaught,
    )
    expect(posts.map(({ id, scoreNow, barNow }) => [id, scoreNow, barNow])).toEqual([
      ['high', 45, 45],
      ['as high', 45, 45],
      ['low', 28, 45],
    ])
    expect({ keywords, isLearned }).toEqual({ keywords: [], isLearned: false })
  })
})

describe('by verdicts', () => {
  test('one bad verdict moves posts with its keyword down at once, one good verdict moves them up', () => {
    const others = [post('with', ['multi-site']), post('without', ['rota'])]
    const bad = rankByVerdicts([judged('a', ['multi-site'], false), ...others], untaught)
    expect(bad.posts.map(({ id }) => id)).toEqual(['without', 'a', 'with'])
    expect(bad.keywords).toEqual([
      { keyword: 'multi-site', points: expect.any(Number), good: 0, bad: 1, alone: 1 },
    ])
    expect(bad.keywords[0]?.points).toBeLessThan(0)
    expect(bad.isLearned).toBe(false)
    const good = rankByVerdicts([judged('a', ['multi-site'], true), ...others.toReversed()], untaught)
    expect(good.posts.map(({ id }) => id)).toEqual(['a', 'with', 'without'])
  })

  test('from ten on, scores and bars are those of the next run', () => {
    const noise = many(8, ['multi-site'], false)
    const { posts, isLearned, keywords } = rankByVerdicts(
      [...noise, ...many(8, ['rota'], true), post('other', ['multi-site'])],
      untaught,
    )
    expect(isLearned).toBe(true)
    expect(keywords[0]).toMatchObject({ keyword: 'multi-site', good: 0, bad: 8 })
    const { scoreNow = 0, barNow = 0 } = posts.find(({ id }) => id === 'other') ?? {}
    expect(scoreNow - 45 - (barNow - 45)).toBe(keywords[0]?.points)
    expect(scoreNow).toBeGreaterThanOrEqual(45 - 6)
  })

  test('what earlier verdicts gave is taken back before', () => {
    const weights = { ...priorWeights(), verdicts: 12, pointsByKeyword: { rota: 3 } }
    const one = post('a', ['rota'], { learned: 3 })
    expect(rankByVerdicts([one], { ...untaught, weights }).posts[0]?.scoreNow).toBe(45)
    expect(rankByVerdicts([one], untaught).posts[0]?.scoreNow).toBe(42)
  })
})

test('the order of the posts that were given does not move chances', () => {
  const all = [...many(3, ['rota', 'shift'], true), judged('b', ['multi-site'], false), post('c', ['shift'])]
  const chances = (posts: typeof all) =>
    Object.fromEntries(rankByVerdicts(posts, untaught).posts.map(({ id, chance }) => [id, chance]))
  expect(chances(all.toReversed())).toEqual(chances(all))
})
