import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyHistory } from '../history/listener-history.ts'
import { judge } from '../judge.ts'
import type { JudgeInput } from '../judgement.ts'
import { scoreBy } from './learned-reason.ts'
import { type ListenerWeights, learnedDemand, learnedShift, priorWeights } from './listener-weights.ts'

const input: Omit<JudgeInput, 'weights'> = {
  item: {
    ...{ platform: 'hackernews', key: 'a', url: 'https://example.com/a', foundByQuery: 'crm' },
    ...{ title: 'Looking for a CRM', text: 'We need a CRM and a help desk.', coverage: 'full_text' },
  },
  listener: {
    ...{ mode: 'market', objective: 'find_customers', keywords: ['CRM', 'help desk'], exclusions: [] },
    ...{ sensitivity: 'balanced', profile: { targetRoles: [] } },
  },
  nowMs: 0,
  history: emptyHistory(),
}

function weighing(pointsByKeyword: Record<string, number>): ListenerWeights {
  return { ...priorWeights(), pointsByKeyword }
}

function judgeBy(weights: ListenerWeights) {
  const judgement = judge({ ...input, weights })
  if (!judgement.passed) throw new Error(judgement.reason)
  return judgement
}

test('a stored find has the score by other weights that it would get if it were judged again', () => {
  const anyWeights = fc
    .record({ CRM: fc.integer({ min: -15, max: 6 }), 'help desk': fc.integer({ min: -15, max: 6 }) })
    .map(weighing)
  fc.assert(
    fc.property(anyWeights, anyWeights, (then, now) => {
      const { components, members } = judgeBy(then)
      const score = scoreBy(now, { components, keywords: members.matchedKeywords })
      expect(score).toBe(judgeBy(now).members.relevanceScore)
    }),
  )
})

test('a post with more points of fit than the cap still loses what verdicts take', () => {
  const rival = {
    ...{ ...input.listener, mode: 'rivals' as const, keywords: ['slow', 'buggy', 'price'] },
    profile: { rivals: ['Acme'], painVocabulary: [] },
  }
  const item = {
    ...input.item,
    title: 'Acme: slow, buggy, price',
    text: 'Acme is slow and buggy.',
    rivalKey: 'acme',
  }
  const scoreOf = (weights: ListenerWeights) => {
    const judgement = judge({ ...input, item, listener: rival, weights })
    return judgement.passed ? judgement.members.scoreBreakdown.fit : undefined
  }
  expect([scoreOf(priorWeights()), scoreOf(weighing({ slow: -5 }))]).toEqual([20, 15])
})

test.each([
  [{ a: -4 }, -4, 0],
  [{ a: -4, b: -5 }, -6, 3],
  [{ a: -15, b: -15 }, -6, 9],
  [{ a: 6, b: 6 }, 6, 0],
  [{ a: -15, b: 6 }, -6, 3],
])('%o moves the score by %i and the bar by %i', (points, shift, demand) => {
  const weights = weighing(points)
  expect(learnedShift(weights, ['a', 'b', 'constructor'])).toBe(shift)
  expect(learnedDemand(weights, ['a', 'b', 'constructor'])).toBe(demand)
})
