import { memberOf } from '@signalpost/authorization'
import { assignSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import { doneWithSignal } from './done-with-signal.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  signalId: idSchema,
  userId: idSchema.nullable(),
  expected: idSchema.nullable().optional(),
})

/** Assigns a signal to a user, or to no one. Returns the signal. Throws RejectedError `not_found`, and `conflict` if it is not assigned as expected. */
export const assignSignalAct = defineAct({
  name: 'signal.assign',
  demands: 'member',
  input,
  run: async ({
    transaction,
    services,
    caller,
    input: given,
  }: ActWork<z.output<typeof input>, RecordServices>) => {
    const assignment = { ...given, by: memberOf(caller), nowMs: services.nowMs() }
    return doneWithSignal(await assignSignal(transaction, assignment), given.orgId, ({ assignedTo }) => ({
      assignedTo: assignedTo?.userId ?? null,
    }))
  },
})
