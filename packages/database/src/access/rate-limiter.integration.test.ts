import { findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { describe, expect } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { isStoreFault } from '../store-fault.ts'
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts'

const windowStartMs = Date.parse('2026-11-20T09:00:00.000Z')
let nowMs = windowStartMs
let database: Database

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

const limiter = (): RateLimiter => createRateLimiter({ database, nowMs: () => nowMs })

describe('createRateLimiter', () => {
  test('allows exactly the limit in one window and says what is left', async () => {
    nowMs = windowStartMs + 15_500
    const { take } = limiter()
    const taken = []
    for (let count = 0; count < 102; count += 1) taken.push(await take({ bucket: 'exact', limit: 100 }))
    expect(taken.map((one) => one.allowed)).toEqual([...Array(100).fill(true), false, false])
    expect(taken.map((one) => one.remaining)).toEqual([...Array(100).keys()].reverse().concat(0, 0))
    expect(taken[0]).toEqual({ allowed: true, limit: 100, remaining: 99, resetSeconds: 45 })
    expect(taken[101]).toEqual({ allowed: false, limit: 100, remaining: 0, resetSeconds: 45 })
  })

  test('starts over with the next window and never says 0 seconds', async () => {
    nowMs = windowStartMs + 59_999
    const { take } = limiter()
    expect(await take({ bucket: 'next', limit: 1 })).toMatchObject({ allowed: true, resetSeconds: 1 })
    expect(await take({ bucket: 'next', limit: 1 })).toMatchObject({ allowed: false, resetSeconds: 1 })
    nowMs = windowStartMs + 60_000
    expect(await take({ bucket: 'next', limit: 1 })).toMatchObject({ allowed: true, resetSeconds: 60 })
  })

  test('keeps buckets apart', async () => {
    const { take } = limiter()
    await take({ bucket: 'one', limit: 1 })
    expect(await take({ bucket: 'one', limit: 1 })).toMatchObject({ allowed: false })
    expect(await take({ bucket: 'two', limit: 1 })).toMatchObject({ allowed: true })
  })

  test.each([7, 100, 601])('gives %i permits in all to many requests in four processes', async (limit) => {
    const limiters = [limiter(), limiter(), limiter(), limiter()]
    const bucket = `shared-${limit}`
    const asked = limiters.flatMap(({ take }) => Array.from({ length: limit }, () => take({ bucket, limit })))
    const taken = await Promise.all(asked)
    expect(taken.filter((one) => one.allowed)).toHaveLength(limit)
  })

  test('charges permits to all processes, as far as there are any', async () => {
    const [first, second] = [limiter(), limiter()]
    const bucket = 'charged'
    expect(await first.take({ bucket, limit: 100 })).toMatchObject({ remaining: 99 })
    expect(await first.charge({ bucket, limit: 100, permits: 30 })).toMatchObject({ remaining: 69 })
    const taken = []
    for (let count = 0; count < 70; count += 1) taken.push(await second.take({ bucket, limit: 100 }))
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(69)
    expect(await first.charge({ bucket, limit: 100, permits: 30 })).toMatchObject({ remaining: 0 })
    expect(await first.take({ bucket, limit: 100 })).toMatchObject({ allowed: false })
  })

  test('removes windows that are over', async () => {
    nowMs = windowStartMs + 10 * 60_000
    await limiter().take({ bucket: 'sweeping', limit: 10 })
    const kept = await database.selectFrom('rate_windows').select('bucket').execute()
    expect(kept).toEqual([{ bucket: 'sweeping' }])
  })

  test('counts over a longer window, which sweeps of shorter ones keep', async () => {
    nowMs = windowStartMs + 30 * 60_000
    const quarters = () => createRateLimiter({ database, nowMs: () => nowMs, windowMs: 15 * 60_000 })
    expect(await quarters().take({ bucket: 'quarter', limit: 1 })).toMatchObject({ resetSeconds: 900 })
    nowMs = windowStartMs + 44 * 60_000 + 59_000
    await limiter().take({ bucket: 'sweeping', limit: 10 })
    expect(await quarters().take({ bucket: 'quarter', limit: 1 })).toMatchObject({
      ...{ allowed: false, resetSeconds: 1 },
    })
    nowMs = windowStartMs + 45 * 60_000
    expect(await quarters().take({ bucket: 'quarter', limit: 1 })).toMatchObject({ allowed: true })
  })

  test('rejects while the store is away, every time', async () => {
    const { database: away } = createDatabase({
      url: `postgres://nobody@127.0.0.1:${await findFreePort()}/none`,
      applicationName: 'test',
      onConnectionError: () => undefined,
    })
    const { take } = createRateLimiter({ database: away, nowMs: () => nowMs })
    await expect(take({ bucket: 'away', limit: 10 })).rejects.toSatisfy(isStoreFault)
    await expect(take({ bucket: 'away', limit: 10 })).rejects.toSatisfy(isStoreFault)
    await away.destroy()
  })
})
