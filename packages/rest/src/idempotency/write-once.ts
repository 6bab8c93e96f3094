import { randomUUID } from 'node:crypto'
import type { Database } from '@signalpost/database'
import { rememberAnswer } from '@signalpost/database/access'
import type { RouteAnswer } from '../routes/route.ts'
import { answerTimeoutMs } from '../within-deadline.ts'
import type { KeyedWrite } from './keyed-write.ts'
import { type KeyedRequest, stillUnderWay, usedForAnother, whenFree } from './when-free.ts'
import { writeUnderLease } from './write-under-lease.ts'

/**
 * Writes, or answers like the first request with this key. The effect and its answer are committed together. Equal
 * requests that meet in one process share one outcome, success or not; requests that come later, or to another process,
 * share successes only.
 */
export type WriteOnce = (work: KeyedWrite) => Promise<RouteAnswer>

type Dependencies = { database: Database; nowMs: () => number }
type Outcome = { isFirst: boolean; answer: string }

export function createWriteOnce({
  longestWaitMs = 10_000,
  ...dependencies
}: Dependencies & { longestWaitMs?: number }): WriteOnce {
  const underWay = new Map<string, { bodySha256: Buffer; outcome: Promise<Outcome> }>()

  return async (work) => {
    const { keyId, method, path, idempotencyKey, bodySha256 } = work.scope
    const name = [keyId, method, path, idempotencyKey].join('\n')
    const waitEndsAtMs = performance.now() + longestWaitMs
    let { endsAtMs } = work
    for (let other = underWay.get(name); other !== undefined; other = underWay.get(name)) {
      const isDone = await settles(other.outcome, waitEndsAtMs)
      if (other.bodySha256.equals(bodySha256)) return replay((await other.outcome).answer)
      if (isDone) throw usedForAnother()
      endsAtMs = Math.max(endsAtMs, performance.now() + answerTimeoutMs)
    }
    const outcome = write(dependencies, { ...work, endsAtMs, waitEndsAtMs }).finally(() =>
      underWay.delete(name),
    )
    underWay.set(name, { bodySha256, outcome })
    const { isFirst, answer } = await outcome
    return isFirst ? { body: answer } : replay(answer)
  }
}

async function write(dependencies: Dependencies, work: KeyedWrite & KeyedRequest): Promise<Outcome> {
  if ('prepare' in work) return writeUnderLease(dependencies, work)
  const found = await whenFree(dependencies, work, async (transaction) => {
    const answer = await work.write(transaction)
    const nowMs = dependencies.nowMs()
    await rememberAnswer(transaction, work.scope, { token: randomUUID(), answer, nowMs })
    return answer
  })
  return found.isFirst ? { isFirst: true, answer: found.result } : found
}

/** Whether the outcome was a success. Throws RejectedError `conflict` when that is not known in time. */
async function settles(outcome: Promise<unknown>, endsAtMs: number): Promise<boolean> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(stillUnderWay()), endsAtMs - performance.now())
  const settled = outcome.then(
    () => true,
    () => false, // the request that waits for the outcome itself gets the error
  )
  try {
    return await Promise.race([settled, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function replay(answer: string): RouteAnswer {
  return { body: answer, headers: { 'idempotency-replayed': 'true' } }
}
