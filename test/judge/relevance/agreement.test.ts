import { expect, test } from 'vitest'
import { kappaOf } from './agreement.ts'

type Pair = readonly [number, number]

function times(count: number, pair: Pair): Pair[] {
  return Array.from({ length: count }, () => pair)
}

test('is what is left of the agreement without chance', () => {
  const pairs = [...times(20, [1, 1]), ...times(5, [1, 0]), ...times(10, [0, 1]), ...times(15, [0, 0])]
  // 35 of 50 agree, and 0.5 × 0.6 + 0.5 × 0.4 would by chance.
  expect(kappaOf(pairs)).toBeCloseTo((0.7 - 0.5) / 0.5, 12)
})

test('is 1 for readers who agree, 0 for independent ones, and no number for a single label', () => {
  expect(kappaOf([...times(3, [0, 0]), ...times(2, [2, 2])])).toBe(1)
  expect(kappaOf([...times(1, [0, 0]), ...times(1, [0, 1]), ...times(1, [1, 0]), ...times(1, [1, 1])])).toBe(
    0,
  )
  expect(kappaOf(times(4, [1, 1]))).toBeNaN()
})
