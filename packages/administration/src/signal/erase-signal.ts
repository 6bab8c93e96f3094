import { eraseBodies, isSignalInLedger } from '@signalpost/database/ledger'
import { deleteSignal, isSignalKnown } from '@signalpost/database/records'
import { eraseFinds } from '@signalpost/database/searching'
import { listWarehouses } from '@signalpost/database/warehouses'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineOperation } from '../define-operation.ts'

/**
 * Deletes a signal, then blanks the bodies of its events in the ledger, in chunks. If that is interrupted, erasing
 * the signal again completes it. Throws RejectedError `not_found`.
 */
export const eraseSignalAct = defineOperation({
  name: 'signal.erase',
  summary: 'Delete a signal and blank the bodies of its events in the ledger. This cannot be undone.',
  demands: 'admin',
  needsRecentLogin: true,
  input: z.strictObject({ orgId: orgIdSchema, signalId: idSchema }),
  http: {
    ...{ method: 'delete', path: '/signals/{id}', errors: ['not_found', 'login_required'] },
    ...{ timeoutMs: 120_000, takesLong: true },
  },
  around: async ({ services, input: { orgId, signalId } }, commit) => {
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
    const { length: warehouses } = await listWarehouses(database, orgId)
    return { orgId, signalId, deletedAt, ...(await eraseBodies(database, signal)), warehouses }
  },
  output: {
    description: 'The signal is deleted, and the bodies of its events are blank.',
    schema: z.object({
      signalId: z.string(),
      deletedAt: z.iso.datetime(),
      requests: z.int().meta({ description: 'How many requests had their bodies blanked.' }),
      events: z.int().meta({ description: 'How many events these held.' }),
      warehouses: z.int().meta({ description: 'How many warehouses hold it until their next sync.' }),
    }),
    of: ({ orgId: _asked, ...erased }) => erased,
  },
})
