import { expect, test } from 'vitest'
import { medianOf, percentileOf, slopeOf } from './sample-statistics.ts'

test('the median is the middle sample, or the mean of the two in the middle, in whatever order they come', () => {
  expect(medianOf([9, 1, 5])).toBe(5)
  expect(medianOf([10, 2, 4, 1])).toBe(3)
  expect(medianOf([])).toBeNaN()
})

test('a percentile is the nearest rank', () => {
  const samples = Array.from({ length: 200 }, (_, index) => 200 - index)
  expect(percentileOf(samples, 0.5)).toBe(100)
  expect(percentileOf(samples, 0.99)).toBe(198)
  expect(percentileOf([7], 0.99)).toBe(7)
  expect(percentileOf([], 0.5)).toBeNaN()
})

test('a slope is that of the line through the points', () => {
  expect(slopeOf([1, 2, 3].map((x) => ({ x, y: 10 + 4 * x })))).toBeCloseTo(4)
  expect(slopeOf([{ x: 1, y: 1 }])).toBeNaN()
})
