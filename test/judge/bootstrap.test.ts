import { expect, test } from 'vitest'
import { createRandom } from '../support/sending/random.ts'
import { intervalOf, meanOf, resample } from './bootstrap.ts'

const samples = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

test('gives the same interval in every run', () => {
  const draw = () => intervalOf((random) => meanOf(resample(samples, random)))
  expect(draw()).toEqual(draw())
})

test('gives an interval around the statistic that is wider for fewer samples', () => {
  const width = (items: number[]): number => {
    const { low, high } = intervalOf((random) => meanOf(resample(items, random)))
    expect(low).toBeLessThan(5.5)
    expect(high).toBeGreaterThan(5.5)
    return high - low
  }
  expect(width([...samples, ...samples, ...samples, ...samples])).toBeLessThan(width(samples))
})

test('draws as many as there are, some of them again', () => {
  const drawn = resample(samples, createRandom(1))
  expect(drawn).toHaveLength(samples.length)
  expect(samples).toEqual(expect.arrayContaining(drawn))
  expect(new Set(drawn).size).toBeLessThan(samples.length)
})
