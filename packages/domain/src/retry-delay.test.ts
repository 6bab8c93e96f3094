import { describe, expect, test } from 'vitest'
import { retryDelayMs, retryPolicies, variedDelayMs } from './retry-delay.ts'

const middle = (): number => 0.5

test.each([
  ['delivery', 1, 1_000],
  ['delivery', 4, 8_000],
  ['delivery', 6, 30_000],
  ['warehouse', 1, 5_000],
  ['warehouse', 2, 10_000],
  ['warehouse', 100, 300_000],
  ['throttledWarehouse', 1, 60_000],
  ['throttledWarehouse', 2_000, 1_800_000],
  ['misconfiguredWarehouse', 1, 60_000],
  ['misconfiguredWarehouse', 50, 3_600_000],
  ['refusedRow', 3, 240_000],
  ['redis', 1, 100],
  ['redis', 6, 2_000],
  ['process', 6, 5_000],
  ['locks', 2, 2_000],
  ['locks', 5, 10_000],
  ['idempotencyKey', 4, 160],
  ['idempotencyKey', 5, 250],
] as const)('the policy %s waits after failure %i for %i ms', (name, failures, delayMs) => {
  expect(retryDelayMs(retryPolicies[name], failures, middle)).toBeCloseTo(delayMs)
})

describe('a delay varies', () => {
  test('by up to a fifth either way', () => {
    expect(retryDelayMs(retryPolicies.delivery, 1, () => 0)).toBeCloseTo(800)
    expect(retryDelayMs(retryPolicies.delivery, 1, () => 1)).toBeCloseTo(1_200)
    expect(variedDelayMs(5_000, () => 0)).toBeCloseTo(4_000)
    expect(variedDelayMs(5_000, () => 1)).toBeCloseTo(6_000)
  })

  test('and never exceeds the longest', () => {
    expect(retryDelayMs(retryPolicies.delivery, 9, () => 1)).toBe(30_000)
  })

  test('only where its policy says so', () => {
    expect(retryDelayMs(retryPolicies.locks, 1, () => 1)).toBe(1_000)
  })
})
