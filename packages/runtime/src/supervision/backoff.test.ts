import { expect, test } from 'vitest'
import { createBackoff } from './backoff.ts'

test('doubles the pause from 0.2 s to 5 s, and starts over after 30 s of life', () => {
  const backoff = createBackoff()
  const diesAtOnce = () => backoff.nextDelayMs(0)
  expect(Array.from({ length: 7 }, diesAtOnce)).toEqual([200, 400, 800, 1_600, 3_200, 5_000, 5_000])
  expect(backoff.nextDelayMs(29_999)).toBe(5_000)
  expect(backoff.nextDelayMs(30_000)).toBe(200)
  expect(backoff.nextDelayMs(0)).toBe(400)
})
