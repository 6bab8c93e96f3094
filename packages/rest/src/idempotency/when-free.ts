import { setTimeout as delay } from 'node:timers/promises'
import type { Database, DatabaseTransaction } from '@signalpost/database'
import { claimIdempotencyKey, type IdempotencyScope } from '@signalpost/database/access'
import { RejectedError, retryDelayMs, retryPolicies } from '@signalpost/domain'
import { answerTimeoutMs } from '../within-deadline.ts'
import { commitWithin } from './commit-within.ts'

/** A request with an Idempotency-Key, and how long it waits for one with the same key, on `performance.now()`. */
export type KeyedRequest = { scope: IdempotencyScope; endsAtMs: number; waitEndsAtMs: number }

/**
 * Runs the work in a transaction that holds the key, or finds the stored answer. While another process holds the key,
 * waits without a connection. Throws RejectedError `conflict` when that takes too long, or when the key was used for
 * another body.
 */
export async function whenFree<T>(
  { database, nowMs }: { database: Database; nowMs: () => number },
  { scope, endsAtMs, waitEndsAtMs }: KeyedRequest,
  work: (transaction: DatabaseTransaction) => Promise<T>,
): Promise<{ isFirst: true; result: T } | { isFirst: false; answer: string }> {
  let lookEndsAtMs = Math.min(endsAtMs, performance.now() + answerTimeoutMs)
  for (let looks = 1; ; looks += 1) {
    const found = await commitWithin(database, lookEndsAtMs, async (transaction) => {
      const claim = await claimIdempotencyKey(transaction, scope, { nowMs: nowMs() })
      return claim.state === 'free' ? { ...claim, result: await work(transaction) } : claim
    })
    if (found.state === 'free') return { isFirst: true, result: found.result }
    if (found.state === 'answered') return { isFirst: false, answer: found.answer }
    if (found.state === 'conflict') throw usedForAnother()
    const pauseMs = retryDelayMs(retryPolicies.idempotencyKey, looks)
    if (performance.now() + pauseMs > waitEndsAtMs) throw stillUnderWay()
    await delay(pauseMs)
    lookEndsAtMs = performance.now() + answerTimeoutMs
  }
}

export function usedForAnother(): RejectedError {
  return new RejectedError('conflict', 'The Idempotency-Key was used for another request.')
}

export function stillUnderWay(): RejectedError {
  return new RejectedError('conflict', 'A request with this Idempotency-Key is still in progress.', {
    headers: { 'retry-after': '1' },
  })
}
