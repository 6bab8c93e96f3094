import { expect, test } from 'vitest'
import { pauseAfterMs } from './create-watcher.ts'

test.each([
  [2, 1_000],
  [50, 2_450],
  [10_000, 5_000],
])('after a look of %i ms the store is left alone for %i ms', (lookMs, pauseMs) => {
  expect(pauseAfterMs(lookMs)).toBe(pauseMs)
})
