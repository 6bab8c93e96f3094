import { removeSavedSignal, saveSignal } from '@signalpost/database/records'
import { idSchema, instantSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, signalId: idSchema, listId: idSchema })
type Work = ActWork<z.output<typeof input>, RecordServices>

/** Saves a signal to a list. Throws RejectedError `not_found`. */
export const saveSignalAct = defineOperation({
  name: 'signal.save',
  summary: 'Save a signal to a list.',
  demands: 'member',
  input,
  http: { method: 'post', path: '/signals/{id}/save', errors: ['not_found'] },
  run: async ({ transaction, services, input: { orgId, signalId, listId: collectionId } }: Work) => {
    const saving = { orgId, signalId, collectionId, nowMs: services.nowMs() }
    const saved = await saveSignal(transaction, saving)
    if (saved === undefined) throw new RejectedError('not_found', 'There is no such signal or collection.')
    if (!saved.created) return { result: saved }
    const target = { type: 'signal', id: signalId }
    return { result: saved, change: { orgId, target, before: {}, after: { collectionId } } }
  },
  output: {
    description: 'Since when it is in the list, and whether this request did it.',
    schema: z.object({ savedAt: instantSchema, created: z.boolean() }),
    of: (saved) => saved,
  },
})

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
  run: async ({ transaction, input: { orgId, signalId, listId: collectionId } }: Work) => {
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
