import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adviseBar, type ScoredVerdict } from './advise-bar.ts'

function verdicts(good: readonly number[], bad: readonly number[]): ScoredVerdict[] {
  return [
    ...good.map((score) => ({ score, isGood: true })),
    ...bad.map((score) => ({ score, isGood: false })),
  ]
}

const good = [38, 47, 48, 50, 52, 55, 60, 61, 70, 72]
const bad = [30, 31, 40, 40, 41, 41, 42, 43, 44, 45, 45, 49, 51, 58]

test('proposes the bar that divides good from bad ones best, the nearest to that of today', () => {
  expect(adviseBar(verdicts(good, bad), 40)).toEqual({
    ...{ good: 10, bad: 14, missing: { good: 0, bad: 0 } },
    now: { bar: 40, good: 9, bad: 12 },
    proposal: { bar: 46, good: 9, bad: 3 },
  })
})

test('proposes nothing where no other bar is better', () => {
  expect(adviseBar(verdicts(good, bad), 47).proposal).toBeNull()
})

test('proposes nothing before there are five of each kind, and says how many are missing', () => {
  const advice = adviseBar(verdicts(good.slice(0, 3), bad), 40)
  expect(advice).toMatchObject({ proposal: null, missing: { good: 2, bad: 0 } })
  expect(adviseBar([], 40)).toMatchObject({ proposal: null, missing: { good: 5, bad: 5 } })
})

test('a proposal is a bar, and keeps the same whatever the order of verdicts', () => {
  const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 5, maxLength: 30 })
  fc.assert(
    fc.property(scores, scores, fc.integer({ min: 0, max: 100 }), (some, others, bar) => {
      const given = verdicts(some, others)
      const { proposal, now } = adviseBar(given, bar)
      expect(adviseBar(given.toReversed(), bar).proposal).toEqual(proposal)
      if (proposal === null) return
      expect(proposal.bar).toBeGreaterThanOrEqual(0)
      expect(proposal.bar).toBeLessThanOrEqual(100)
      const share = (one: { good: number; bad: number }) => one.good / some.length - one.bad / others.length
      expect(share(proposal)).toBeGreaterThan(share(now))
    }),
  )
})
