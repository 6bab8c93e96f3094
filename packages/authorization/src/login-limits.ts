import { hash } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { createRateLimiter, type Taken } from '@signalpost/database/access'
import { RejectedError } from '@signalpost/domain'
import { networkOf } from '@signalpost/runtime'

const perAddress = 10
/** A start costs no secret and no mail, and people behind one address start their days together. */
const startsPerAddress = 60
const perMailAddress = 5
const mailWindowMs = 15 * 60_000

/**
 * How often people may try to log in, for an address, of IPv6 a /64. No limit is shared by all addresses, because a
 * stranger could use it up. All throw RejectedError `rate_limited`.
 */
export type LoginLimits = {
  /** 10 logins a minute that failed. A login that works is never counted: tokens cannot be guessed. */
  takeFailure: (address: string) => Promise<void>
  /** 60 logins a minute that begin at the identity provider. */
  takeStart: (address: string) => Promise<void>
  /**
   * 10 mails a minute for the address that asks, and 5 in 15 minutes for a mail address, whether or not it belongs to a
   * person. Links that were mailed before stay valid.
   */
  takeMail: (address: string, email: string) => Promise<void>
  /** 10 wrong codes of command lines a minute for a person, who may have many addresses. */
  takeWrongCode: (personId: string) => Promise<void>
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
  const takeOf = async (bucket: string, address: string, limit: number): Promise<void> => {
    const taken = await logins.take({ bucket: `${bucket}:${networkOf(address)}`, limit })
    check(taken, 'There were too many logins from your address. Wait a while, then try again.')
  }
  return {
    takeFailure: (address) => takeOf('login', address, perAddress),
    takeStart: (address) => takeOf('login-start', address, startsPerAddress),
    takeMail: async (address, email) => {
      await takeOf('login-mail-from', address, perAddress)
      const bucket = `login-mail:${hash('sha256', email, 'base64url')}`
      const taken = await mails.take({ bucket, limit: perMailAddress })
      check(taken, 'Five links were asked for within 15 minutes. Use the newest one, or try again later.')
    },
    takeWrongCode: async (personId) => {
      const taken = await logins.take({ bucket: `device-code:${personId}`, limit: perAddress })
      check(taken, 'There were too many wrong codes. Wait a while, then try again.')
    },
  }
}

function check({ allowed, resetSeconds }: Taken, message: string): void {
  if (allowed) return
  throw new RejectedError('rate_limited', message, { headers: { 'retry-after': String(resetSeconds) } })
}
