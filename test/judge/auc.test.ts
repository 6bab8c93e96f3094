import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aucOf } from './auc.ts'

test.each([
  ['all good above', [3, 4], [1, 2], 1],
  ['all good below', [1, 2], [3, 4], 0],
  ['only ties', [1, 1], [1, 1, 1], 0.5],
  ['one tie of four pairs', [2, 3], [1, 2], 0.875],
  ['unsorted, with a tie', [5, -1, 2], [2, 0], 3.5 / 6],
])('counts a tie half: %s', (_, good, bad, auc) => {
  expect(aucOf({ good, bad })).toBe(auc)
})

test('is not a number without one of each', () => {
  expect(aucOf({ good: [], bad: [1] })).toBeNaN()
  expect(aucOf({ good: [1], bad: [] })).toBeNaN()
})

test('is the share of pairs, counted one by one', () => {
  const scores = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(scores, scores, (good, bad) => {
      const wins = good.flatMap((one) =>
        bad.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)),
      )
      expect(aucOf({ good, bad })).toBeCloseTo(wins.reduce((sum, win) => sum + win, 0) / wins.length, 12)
    }),
  )
})
