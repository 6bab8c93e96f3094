import { randomUUID } from 'node:crypto'
import {
  type Database,
  type DatabaseTransaction,
  extendIdempotencyLease,
  type IdempotencyScope,
  leaseIdempotencyKey,
  releaseIdempotencyKey,
  rememberAnswer,
} from '@signalpost/database'
import { runPeriodically } from '@signalpost/runtime'
import { commitWithin } from './commit-within.ts'
import type { RouteAnswer } from './define-route.ts'
import { whenFree } from './when-free.ts'

const leaseMs = 15_000
const leaseExtendedEveryMs = 4_000

type Dependencies = { database: Database; nowMs: () => number }
type Request = { scope: IdempotencyScope; endsAtMs: number }

/** Makes the effect and answers the JSON document that tells of it. */
export type Write = (transaction: DatabaseTransaction) => Promise<string>

/** Writes, or gives the answer of the request of the same key that wrote before; the transaction holds the key. */
export async function writeOnce(
  dependencies: Dependencies,
  { scope, endsAtMs }: Request,
  write: Write,
): Promise<RouteAnswer> {
  const found = await whenFree(dependencies, { scope, endsAtMs }, async (transaction) => {
    const answer = await write(transaction)
    await rememberAnswer(transaction, scope, { token: randomUUID(), answer, nowMs: dependencies.nowMs() })
    return answer
  })
  return found.isFirst ? { body: found.result } : replay(found.answer)
}

/**
 * The same for work that must not happen inside a transaction: a lease holds the key while `prepare` works. When the
 * process dies the lease runs out, and when it was away for so long that another one took over, it writes nothing.
 */
export async function writeOnceUnderLease(
  { database, nowMs }: Dependencies,
  { scope, endsAtMs }: Request,
  prepare: () => Promise<Write>,
): Promise<RouteAnswer> {
  const token = randomUUID()
  const found = await whenFree({ database, nowMs }, { scope, endsAtMs }, (transaction) =>
    leaseIdempotencyKey(transaction, scope, { token, leaseMs, nowMs: nowMs() }),
  )
  if (!found.isFirst) return replay(found.answer)
  const extending = runPeriodically({
    intervalMs: leaseExtendedEveryMs,
    work: () => extendIdempotencyLease(database, scope, { token, leaseMs }),
    onError: () => undefined, // a lease that is lost by it is told by the write
  })
  try {
    const write = await prepare()
    const body = await commitWithin(database, endsAtMs, async (transaction) => {
      const answer = await write(transaction)
      await rememberAnswer(transaction, scope, { token, answer, nowMs: nowMs() })
      return answer
    })
    return { body }
  } catch (error) {
    // Only to spare the next one the wait: without it the lease runs out.
    await releaseIdempotencyKey(database, scope, { token }).catch(() => undefined)
    throw error
  } finally {
    await extending.stop()
  }
}

function replay(answer: string): RouteAnswer {
  return { body: answer, headers: { 'idempotency-replayed': 'true' } }
}
