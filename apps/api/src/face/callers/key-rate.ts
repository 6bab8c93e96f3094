import type { ServerResponse } from 'node:http'
import type { RateLimiter, Taken } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import type { Caller } from './authenticate.ts'

const bytesPerRequest = 65_536
/** The most that is charged for a refused body, because no more is read of it. */
const mostBytes = 16 * 1024 * 1024

/** The requests that a key may make in a minute, and the headers that report how many are left. */
export type KeyRate = {
  /** Throws RejectedError `rate_limited`. */
  takeRequest: (response: ServerResponse, caller: Caller) => Promise<void>
  /** Charges one request for each started 64 KiB of a body; the first is charged already. Never refuses. */
  chargeBytes: (response: ServerResponse, caller: Caller, bytes: number) => Promise<void>
}

export function createKeyRate({
  rateLimiter,
  ratePerMinute: limit,
}: {
  rateLimiter: RateLimiter
  ratePerMinute: number
}): KeyRate {
  const bucketOf = ({ keyId }: Caller): string => `key:${keyId}`
  return {
    takeRequest: async (response, caller) => {
      const taken = await rateLimiter.take({ bucket: bucketOf(caller), limit })
      sayWhatIsLeft(response, taken)
      if (taken.allowed) return
      throw new RejectedError('rate_limited', 'The key has made too many requests in this minute.', {
        headers: { 'retry-after': String(taken.resetSeconds) },
      })
    },
    chargeBytes: async (response, caller, bytes) => {
      const permits = Math.ceil(Math.min(bytes, mostBytes) / bytesPerRequest) - 1
      if (permits < 1) return
      sayWhatIsLeft(response, await rateLimiter.charge({ bucket: bucketOf(caller), limit, permits }))
    },
  }
}

function sayWhatIsLeft(response: ServerResponse, { limit, remaining, resetSeconds }: Taken): void {
  response.setHeader('RateLimit-Limit', limit)
  response.setHeader('RateLimit-Remaining', remaining)
  response.setHeader('RateLimit-Reset', resetSeconds)
}
