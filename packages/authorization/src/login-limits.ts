import { hash } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { createRateLimiter, type Taken } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import { networkOf } from '@signalpost/runtime'

const perAddress = 10
const inAll = 300
const perMailAddress = 5
const mailWindowMs = 15 * 60_000

/** How often people may try to log in. Both throw RejectedError `rate_limited`. */
export type LoginLimits = {
  /** 10 a minute for an address, of IPv6 a /64; 300 a minute in all. */
  takeLogin: (address: string) => Promise<void>
  /** 5 in 15 minutes for a mail address, whether or not it belongs to a person. */
  takeMail: (email: string) => Promise<void>
}

/** The limits hold for all processes together. */
export function createLoginLimits({
  database,
  nowMs,
}: {
  database: Database
  nowMs: () => number
}): LoginLimits {
  const logins = createRateLimiter({ database, nowMs })
  const mails = createRateLimiter({ database, nowMs, windowMs: mailWindowMs })
  return {
    takeLogin: async (address) => {
      check(await logins.take({ bucket: `login:${networkOf(address)}`, limit: perAddress }))
      check(await logins.take({ bucket: 'login', limit: inAll }))
    },
    takeMail: async (email) => {
      const bucket = `login-mail:${hash('sha256', email, 'base64url')}`
      check(await mails.take({ bucket, limit: perMailAddress }))
    },
  }
}

function check({ allowed, resetSeconds }: Taken): void {
  if (allowed) return
  throw new RejectedError('rate_limited', 'There were too many logins. Wait a while, then try again.', {
    headers: { 'retry-after': String(resetSeconds) },
  })
}
