import { removeSavedSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, listId: idSchema, signalId: idSchema })

/** Removes a signal from a list. Throws RejectedError `not_found` for an unknown list. */
export const removeSavedSignalAct = defineOperation({
  name: 'signal.remove',
  summary: 'Take a signal out of a list.',
  demands: 'member',
  input,
  http: {
    ...{ method: 'delete', path: '/lists/{listId}/signals/{signalId}', errors: ['not_found'] },
    operationId: 'removeFromList',
  },
  run: async ({ transaction, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, listId: collectionId, signalId } = given
    const removed = await removeSavedSignal(transaction, { orgId, collectionId, signalId })
    if (removed === undefined) throw new RejectedError('not_found', 'There is no such list.')
    const result: { removed: boolean } = { removed }
    if (!removed) return { result }
    const target = { type: 'signal', id: signalId }
    return { result, change: { orgId, target, before: { collectionId }, after: {} } }
  },
  output: {
    description: 'Whether it was in the list until now.',
    schema: z.object({ removed: z.boolean() }),
    of: (result) => result,
  },
})
