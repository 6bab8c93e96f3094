import { memberOf } from '@signalpost/authorization'
import { assignSignal } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, defineAct } from '../define-act.ts'
import type { RecordServices } from './record-services.ts'

const input = z.strictObject({ orgId: orgIdSchema, signalId: idSchema, userId: idSchema.nullable() })

/** Assigns a signal to a user, or to no one. Returns the signal. Throws RejectedError `not_found`. */
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
    const { orgId, signalId, userId } = given
    const assignment = { ...given, by: memberOf(caller), nowMs: services.nowMs() }
    const assigned = await assignSignal(transaction, assignment)
    if (assigned === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    const { before, signal } = assigned
    if (before === userId) return { result: signal }
    const states = { before: { assignedTo: before }, after: { assignedTo: userId } }
    return { result: signal, change: { orgId, target: { type: 'signal', id: signalId }, ...states } }
  },
})
