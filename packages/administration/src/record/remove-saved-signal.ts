import { removeSavedSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, collectionId: idSchema, signalId: idSchema })

/** Removes a signal from a list. Throws RejectedError `not_found` for an unknown list. */
export const removeSavedSignalAct = defineAct({
  name: 'signal.remove',
  demands: 'member',
  input,
  run: async ({ transaction, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, collectionId, signalId } = given
    const removed = await removeSavedSignal(transaction, given)
    if (removed === undefined) throw new RejectedError('not_found', 'There is no such list.')
    const result: { removed: boolean } = { removed }
    if (!removed) return { result }
    const target = { type: 'signal', id: signalId }
    return { result, change: { orgId, target, before: { collectionId }, after: {} } }
  },
})
