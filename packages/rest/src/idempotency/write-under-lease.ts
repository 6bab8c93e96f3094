import { randomUUID } from 'node:crypto'
import type { Database } from '@signalpost/database'
import {
  extendIdempotencyLease,
  leaseIdempotencyKey,
  releaseIdempotencyKey,
  rememberAnswer,
} from '@signalpost/database/access'
import { runPeriodically } from '@signalpost/runtime'
import { commitWithin } from './commit-within.ts'
import type { Write } from './keyed-write.ts'
import { type KeyedRequest, whenFree } from './when-free.ts'

const leaseMs = 15_000
const extendedEveryMs = 4_000

/**
 * Holds the key by a lease while `prepare` works, then writes and stores the answer in one transaction. The lease of a
 * dead process expires. A process that was away so long that another request took over writes nothing.
 */
export async function writeUnderLease(
  { database, nowMs }: { database: Database; nowMs: () => number },
  { prepare, ...request }: KeyedRequest & { prepare: () => Promise<Write> },
): Promise<{ isFirst: boolean; answer: string }> {
  const { scope, endsAtMs } = request
  const token = randomUUID()
  const found = await whenFree({ database, nowMs }, request, (transaction) =>
    leaseIdempotencyKey(transaction, scope, { token, leaseMs, nowMs: nowMs() }),
  )
  if (!found.isFirst) return found
  const extending = runPeriodically({
    intervalMs: extendedEveryMs,
    work: () => extendIdempotencyLease(database, scope, { token, leaseMs }),
    onError: () => undefined, // the write notices a lost lease
  })
  try {
    const write = await prepare()
    const answer = await commitWithin(database, endsAtMs, async (transaction) => {
      const written = await write(transaction)
      await rememberAnswer(transaction, scope, { token, answer: written, nowMs: nowMs() })
      return written
    })
    return { isFirst: true, answer }
  } catch (error) {
    // Saves the next request the wait; if it fails too, the lease expires.
    await releaseIdempotencyKey(database, scope, { token }).catch(() => undefined)
    throw error
  } finally {
    await extending.stop()
  }
}
