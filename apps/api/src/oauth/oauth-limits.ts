import type { IncomingMessage } from 'node:http'
import type { Database } from '@signalpost/database'
import { createRateLimiter } from '@signalpost/database/access'
import { hourMs, RejectedError } from '@signalpost/domain'
import { clientAddress, type Networks, networkOf } from '@signalpost/runtime'

const requestsPerMinute = 60
const documentsPerMinute = 20
const registrationsPerHour = 10

/** How often an address, of IPv6 a /64, may ask before it has a token; for all processes together. */
export type OauthLimits = {
  /** 60 requests a minute. Throws RejectedError `rate_limited`, as below. */
  takeRequest: (request: IncomingMessage) => Promise<void>
  /** 10 registrations an hour. */
  takeRegistration: (request: IncomingMessage) => Promise<void>
  /** Whether one of 20 metadata documents a minute may be fetched. */
  mayFetch: (request: IncomingMessage) => Promise<boolean>
}

export function createOauthLimits({
  database,
  nowMs,
  trustedProxies,
}: {
  database: Database
  nowMs: () => number
  trustedProxies: Networks
}): OauthLimits {
  const minutes = createRateLimiter({ database, nowMs })
  const hours = createRateLimiter({ database, nowMs, windowMs: hourMs })
  const bucketOf = (name: string, request: IncomingMessage) =>
    `${name}:${networkOf(clientAddress(request, trustedProxies))}`
  return {
    takeRequest: async (request) => {
      const bucket = bucketOf('oauth', request)
      refuse(await minutes.take({ bucket, limit: requestsPerMinute }))
    },
    takeRegistration: async (request) => {
      const bucket = bucketOf('oauth-register', request)
      refuse(await hours.take({ bucket, limit: registrationsPerHour }))
    },
    mayFetch: async (request) => {
      const bucket = bucketOf('oauth-document', request)
      return (await minutes.take({ bucket, limit: documentsPerMinute })).allowed
    },
  }
}

function refuse({ allowed, resetSeconds }: { allowed: boolean; resetSeconds: number }): void {
  if (allowed) return
  throw new RejectedError(
    'rate_limited',
    'There were too many requests from your address. Try again later.',
    {
      headers: { 'retry-after': String(resetSeconds) },
    },
  )
}
