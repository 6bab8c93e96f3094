import { createRateLimiter } from '@signalpost/database/access'
import { type AuditActor, recordAudit, type Via } from '@signalpost/database/acts'
import { dayMs, RejectedError } from '@signalpost/domain'
import { networkOf } from '@signalpost/runtime'
import type { ActServices } from './define-act.ts'

const mostOfOne = 10
const mostInAll = 300
const mostOfDay = 10_000

/** An act that did not happen. */
export type Refusal = {
  /** Null where no workspace is known. */
  orgId: string | null
  actor: AuditActor
  act: string
  target: { type: string; id: string }
  /** The code of the error. */
  refusal: string
  address: string
  requestId: string | null
  via?: Via
}

/** Returns why a caller whom the product knows may not do an act; undefined for another error. */
export function findDenial(error: unknown): 'forbidden' | 'login_required' | undefined {
  if (!(error instanceof RejectedError)) return undefined
  return error.code === 'forbidden' || error.code === 'login_required' ? error.code : undefined
}

/** Rows of the audit log for what was refused. */
export type RefusalLog = {
  /** Never throws, and delays no answer. */
  record: (refusal: Refusal) => void
  close: () => Promise<void>
}

/**
 * Writes at most 10 rows a minute for an address (of IPv6 a /64) and an actor, and in all 300 a minute and 10,000 a day, so
 * that no one fills the log, which is never cut, with what is refused anyway. The limits hold for all processes together.
 */
export function createRefusalLog({
  database,
  nowMs,
  onError,
}: Pick<ActServices, 'database' | 'nowMs'> & { onError: (error: unknown) => void }): RefusalLog {
  const limiter = createRateLimiter({ database, nowMs })
  const days = createRateLimiter({ database, nowMs, windowMs: dayMs })
  const recording = new Set<Promise<void>>()
  const write = async ({ address, actor, ...entry }: Refusal): Promise<void> => {
    const buckets = [
      { bucket: `refused:${networkOf(address)}:${actor.id}`, limit: mostOfOne },
      { bucket: 'refused', limit: mostInAll },
    ]
    for (const bucket of buckets) if (!(await limiter.take(bucket)).allowed) return
    if (!(await days.take({ bucket: 'refused:day', limit: mostOfDay })).allowed) return
    await database
      .transaction()
      .execute((transaction) =>
        recordAudit(transaction, [{ ...entry, actor, address, before: null, after: null }]),
      )
  }
  return {
    record: (refusal) => {
      const recorded = write(refusal)
        .catch(onError)
        .finally(() => recording.delete(recorded))
      recording.add(recorded)
    },
    close: async () => {
      await Promise.all(recording)
    },
  }
}
