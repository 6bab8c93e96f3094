import { saveSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, signalId: idSchema, collectionId: idSchema })

/** Saves a signal to a collection. Throws RejectedError `not_found`. */
export const saveSignalAct = defineAct({
  name: 'signal.save',
  demands: 'member',
  input,
  run: async ({ transaction, services, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { orgId, signalId, collectionId } = given
    const saved = await saveSignal(transaction, { ...given, nowMs: services.nowMs() })
    if (saved === undefined) throw new RejectedError('not_found', 'There is no such signal or collection.')
    if (!saved.created) return { result: saved }
    const target = { type: 'signal', id: signalId }
    return { result: saved, change: { orgId, target, before: {}, after: { collectionId } } }
  },
})
