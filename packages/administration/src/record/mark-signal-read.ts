import { markSignalRead } from '@signalpost/database/records'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineCommandAct } from '../define-operation.ts'
import { doneWithSignal } from './done-with-signal.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, signalId: idSchema })

/** Marks a signal as read. Returns the signal. Throws RejectedError `not_found`. */
export const markSignalReadAct = defineCommandAct({
  name: 'signal.read',
  summary: 'Mark a signal as read.',
  demands: 'member',
  input,
  run: async ({ transaction, services, input: given }: ActWork<z.output<typeof input>, RecordServices>) => {
    const changed = await markSignalRead(transaction, { ...given, nowMs: services.nowMs() })
    return doneWithSignal(changed, given.orgId, ({ readAt }) => ({ readAt: readAt ?? null }))
  },
})
