import { memberOf } from '@signalpost/authorization'
import { assignSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork } from '../define-act.ts'
import { defineCommandAct } from '../define-operation.ts'
import { doneWithSignal } from './done-with-signal.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({
  orgId: orgIdSchema,
  signalId: idSchema,
  assignedTo: idSchema.nullable(),
  expected: idSchema.nullable().optional(),
})

/** Assigns a signal to a user, or to no one. Returns the signal. Throws RejectedError `not_found`, and `conflict` if it is not assigned as expected. */
export const assignSignalAct = defineCommandAct({
  name: 'signal.assign',
  summary: 'Assign a signal to a user, or to no one.',
  demands: 'member',
  input,
  run: async ({
    transaction,
    services,
    caller,
    input: given,
  }: ActWork<z.output<typeof input>, RecordServices>) => {
    const { assignedTo: userId, ...signal } = given
    const assignment = { ...signal, userId, by: memberOf(caller), nowMs: services.nowMs() }
    return doneWithSignal(await assignSignal(transaction, assignment), given.orgId, ({ assignedTo }) => ({
      assignedTo: assignedTo?.userId ?? null,
    }))
  },
})
