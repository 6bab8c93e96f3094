import fc from 'fast-check'
import { expect, test } from 'vitest'
import { averagePrecision, type Label, ndcgAt, precisionAt } from './ranking.ts'

const orders = fc.array(fc.constantFrom<Label>(0, 1, 2), { minLength: 1, maxLength: 40 })

test('counts the relevant ones among the first', () => {
  expect(precisionAt([2, 0, 1, 0], 2)).toBe(0.5)
  expect(precisionAt([2, 0, 1, 0], 10)).toBe(0.5)
})

test('takes the mean precision at the relevant ones', () => {
  expect(averagePrecision([1, 0, 2, 0])).toBeCloseTo((1 + 2 / 3) / 2, 12)
  expect(averagePrecision([0, 0])).toBeNaN()
})

test('discounts a gain by its rank', () => {
  const best = 3 / Math.log2(2) + 1 / Math.log2(3)
  expect(ndcgAt([0, 2, 1], 3)).toBeCloseTo((3 / Math.log2(3) + 1 / Math.log2(4)) / best, 12)
  expect(ndcgAt([0, 2, 1], 1)).toBe(0)
})

test('is 1 for the best order, and no better for any other', () => {
  fc.assert(
    fc.property(
      orders.filter((labels) => labels.some((label) => label > 0)),
      (labels) => {
        const best = labels.toSorted((a, b) => b - a)
        expect(ndcgAt(best, 20)).toBeCloseTo(1, 12)
        expect(averagePrecision(best)).toBeCloseTo(1, 12)
        expect(ndcgAt(labels, 20)).toBeLessThanOrEqual(1 + 1e-12)
        expect(averagePrecision(labels)).toBeLessThanOrEqual(1 + 1e-12)
      },
    ),
  )
})
