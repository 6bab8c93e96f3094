import type { RateLimiter, Taken } from '@signalpost/database/access'
import { TransientError } from '@signalpost/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeRate } from './take-rate.ts'

const request = { bucket: 'src_1', limit: 7 }

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('answers what the limiter says', async () => {
  const taken: Taken = { allowed: false, limit: 7, remaining: 0, resetSeconds: 3 }
  expect(await takeRate({ take: async () => taken }, request)).toBe(taken)
})

test('says that the limiter failed, and why', async () => {
  const cause = new Error('the store is away')
  const failing: Pick<RateLimiter, 'take'> = { take: () => Promise.reject(cause) }
  const failure = await takeRate(failing, request).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(TransientError)
  expect(failure).toMatchObject({ cause })
})

test('gives up a limiter that does not answer', async () => {
  const silent: Pick<RateLimiter, 'take'> = { take: () => new Promise(() => undefined) }
  const taken = takeRate(silent, request).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await taken).toBeInstanceOf(TransientError)
})
