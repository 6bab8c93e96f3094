import { percentileOf } from '../bench/results/sample-statistics.ts'
import { createRandom, pickOne, type Random } from '../support/sending/random.ts'

export type Interval = { low: number; high: number }

const resamples = 1_000
const seed = 1

/** Returns the middle 95 % of a statistic over new draws of its samples; the same in every run. */
export function intervalOf(drawStatistic: (random: Random) => number): Interval {
  const random = createRandom(seed)
  const values = Array.from({ length: resamples }, () => drawStatistic(random))
  return { low: percentileOf(values, 0.025), high: percentileOf(values, 0.975) }
}

/** Draws as many of a list as it has, with replacement. */
export function resample<Item>(items: readonly Item[], random: Random): Item[] {
  return items.map(() => pickOne(items, random))
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
