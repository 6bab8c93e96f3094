import { minuteMs } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'

const chunkShare = 0.05
const sweptRows = 1_000

export type Taken = {
  allowed: boolean
  limit: number
  /** What all processes together have left of this window, as far as this one knows. */
  remaining: number
  /** Seconds until the next window begins; at least 1. */
  resetSeconds: number
}

export type RateLimiter = {
  /** Takes one permit of `limit` a window. Rejects while the store is away. */
  take: (request: { bucket: string; limit: number }) => Promise<Taken>
  /** Takes as many of the permits as the window still has. For costs that are known too late to refuse. */
  charge: (request: { bucket: string; limit: number; permits: number }) => Promise<Taken>
}

/** `granted` counts the permits that all processes fetched, `available` those left of this one's share. */
type Window = { granted: number; available: number; fetching: Promise<void> | undefined }

/**
 * Counts in fixed windows of a minute or `windowMs`, aligned to the epoch and shared by all processes. Each process
 * fetches permits from the database in chunks and spends them itself, so together they never exceed the limit.
 */
export function createRateLimiter({
  database,
  nowMs = Date.now,
  windowMs = minuteMs,
}: {
  database: Database
  nowMs?: () => number
  windowMs?: number
}): RateLimiter {
  const windows = new Map<string, Window>()
  let windowStartMs = Number.NaN
  let sweptStartMs = Number.NaN

  const windowOf = (bucket: string): Window => {
    const startMs = Math.floor(nowMs() / windowMs) * windowMs
    if (startMs !== windowStartMs) {
      windows.clear()
      windowStartMs = startMs
    }
    const known = windows.get(bucket)
    if (known !== undefined) return known
    const window: Window = { granted: 0, available: 0, fetching: undefined }
    windows.set(bucket, window)
    return window
  }

  const fetch = async (window: Window, bucket: string, limit: number): Promise<void> => {
    const startMs = windowStartMs
    if (sweptStartMs !== startMs) {
      sweptStartMs = startMs
      await sweepWindows(database, nowMs())
    }
    const wanted = Math.ceil(limit * chunkShare)
    const granted = await claimPermits(database, { bucket, startMs, endMs: startMs + windowMs, wanted })
    window.granted = granted
    window.available += Math.min(wanted, Math.max(0, limit - (granted - wanted)))
  }

  const takenOf = (window: Window, { allowed, limit }: Pick<Taken, 'allowed' | 'limit'>): Taken => ({
    allowed,
    limit,
    remaining: Math.max(0, limit - window.granted) + window.available,
    resetSeconds: Math.max(1, Math.ceil((windowStartMs + windowMs - nowMs()) / 1000)),
  })

  return {
    take: async ({ bucket, limit }) => {
      for (;;) {
        const window = windowOf(bucket)
        const allowed = window.available > 0
        if (allowed || window.granted >= limit) {
          if (allowed) window.available -= 1
          return takenOf(window, { allowed, limit })
        }
        window.fetching ??= fetch(window, bucket, limit).finally(() => {
          window.fetching = undefined
        })
        await window.fetching
      }
    },
    charge: async ({ bucket, limit, permits }) => {
      const window = windowOf(bucket)
      const startMs = windowStartMs
      const atHand = Math.min(window.available, permits)
      window.available -= atHand
      const wanted = Math.min(permits - atHand, Math.max(0, limit - window.granted))
      if (wanted > 0) {
        const granted = await claimPermits(database, { bucket, startMs, endMs: startMs + windowMs, wanted })
        window.granted = Math.max(window.granted, granted)
      }
      return takenOf(window, { allowed: true, limit })
    },
  }
}

/** Returns how many permits of the window are claimed, including these, even past the limit. */
async function claimPermits(
  database: Database,
  { bucket, startMs, endMs, wanted }: { bucket: string; startMs: number; endMs: number; wanted: number },
): Promise<number> {
  const { granted } = await database
    .insertInto('rate_windows')
    .values({ bucket, window_start: new Date(startMs), window_end: new Date(endMs), granted: wanted })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'window_start'])
        .doUpdateSet({ granted: sql<number>`rate_windows.granted + ${wanted}` }),
    )
    .returning('granted')
    .executeTakeFirstOrThrow()
  return granted
}

/** Deletes windows that ended a minute ago. Several processes may do so at once without waiting for each other. */
async function sweepWindows(database: Database, nowMs: number): Promise<void> {
  await sql`
    delete from rate_windows where (bucket, window_start) in (
      select bucket, window_start from rate_windows
      where coalesce(window_end, window_start + interval '1 minute') < ${new Date(nowMs - minuteMs)} limit ${sweptRows} for update skip locked
    )`.execute(database)
}
