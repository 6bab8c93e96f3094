import { expect, test } from 'vitest'
import { retryDelayMs } from './retry-delay.ts'

test.each([
  ['retry', 1, 5_000],
  ['retry', 2, 10_000],
  ['retry', 100, 300_000],
  ['throttle', 1, 60_000],
  ['throttle', 2_000, 1_800_000],
  ['configuration', 1, 60_000],
  ['configuration', 50, 3_600_000],
] as const)('%s after %i failures', (fault, failures, longestMs) => {
  expect(retryDelayMs(fault, failures, () => 0)).toBe(longestMs)
  expect(retryDelayMs(fault, failures, () => 1)).toBeCloseTo(longestMs * 0.8)
})
