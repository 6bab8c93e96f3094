import { saveSignal } from '@signalpost/database/records'
import { idSchema, instantSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, signalId: idSchema, listId: idSchema })

/** Saves a signal to a list. Throws RejectedError `not_found`. */
export const saveSignalAct = defineOperation({
  name: 'signal.save',
  summary: 'Save a signal to a list.',
  demands: 'member',
  input,
  http: { method: 'post', path: '/signals/{id}/save', errors: ['not_found'] },
  run: async ({ transaction, services, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, signalId, listId: collectionId } = given
    const saved = await saveSignal(transaction, { orgId, signalId, collectionId, nowMs: services.nowMs() })
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
