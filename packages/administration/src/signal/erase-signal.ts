import { eraseBodies, isSignalInLedger } from '@signalpost/database/ledger'
import { deleteSignal, isSignalKnown } from '@signalpost/database/records'
import { eraseFinds } from '@signalpost/database/searching'
import { type Instant, idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineAct } from '../define-act.ts'

const input = z.strictObject({ orgId: orgIdSchema, signalId: idSchema })

type Erased = {
  deletedAt: Instant
  /** Requests whose bodies were blanked, and events in them. */
  requests: number
  events: number
}

/**
 * Deletes a signal, then blanks the bodies of its events in the ledger, in chunks. If that is interrupted, erasing
 * the signal again completes it. Throws RejectedError `not_found`.
 */
export const eraseSignalAct = defineAct({
  name: 'signal.erase',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  around: async ({ services, input: { orgId, signalId } }, commit): Promise<Erased> => {
    const { database, nowMs } = services
    const signal = { orgId, signalId, nowMs: nowMs() }
    if (!(await isSignalKnown(database, signal)) && !(await isSignalInLedger(database, signal))) {
      throw new RejectedError('not_found', 'There is no such signal.')
    }
    // Events in flight meet a tombstone, even of a signal that only the ledger has.
    const deletedAt = await commit(async (transaction) => {
      await eraseFinds(transaction, signal)
      const result = await deleteSignal(transaction, signal)
      const target = { type: 'signal', id: signalId }
      return { result, change: { orgId, target, before: {}, after: null } }
    })
    return { deletedAt, ...(await eraseBodies(database, signal)) }
  },
})
