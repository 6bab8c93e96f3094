import { setTimeout as delay } from 'node:timers/promises'
import {
  claimIdempotencyKey,
  type Database,
  type DatabaseTransaction,
  type IdempotencyScope,
} from '@signalpost/database'
import { RejectedError } from '@signalpost/domain'
import { commitWithin } from './commit-within.ts'
import { answerTimeoutMs } from './within-deadline.ts'

const longestWaitMs = 10_000
const firstPauseMs = 20
const longestPauseMs = 250

type Claim = { scope: IdempotencyScope; endsAtMs: number }

/**
 * Runs the work in a transaction that has the request to itself, or finds the answer that was given before. Waits
 * while another request is at it, between looks without a connection. Throws RejectedError `conflict` when that takes
 * too long, or when the key was used for another body.
 */
export async function whenFree<T>(
  { database, nowMs }: { database: Database; nowMs: () => number },
  { scope, endsAtMs }: Claim,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<{ isFirst: true; result: T } | { isFirst: false; answer: string }> {
  const waitEndsAtMs = performance.now() + longestWaitMs
  let lookEndsAtMs = Math.min(endsAtMs, performance.now() + answerTimeoutMs)
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const found = await commitWithin(database, lookEndsAtMs, async (transaction) => {
      const claim = await claimIdempotencyKey(transaction, scope, { nowMs: nowMs() })
      return claim.state === 'free' ? { ...claim, result: await work(transaction) } : claim
    })
    if (found.state === 'free') return { isFirst: true, result: found.result }
    if (found.state === 'answered') return { isFirst: false, answer: found.answer }
    if (found.state === 'conflict') {
      throw new RejectedError('conflict', 'The Idempotency-Key was used for another request.')
    }
    if (performance.now() + pauseMs > waitEndsAtMs) {
      throw new RejectedError('conflict', 'A request with this Idempotency-Key is still under way.', {
        headers: { 'retry-after': '1' },
      })
    }
    await delay(pauseMs)
    lookEndsAtMs = performance.now() + answerTimeoutMs
  }
}
