import { memberOf } from '@signalpost/authorization'
import type { AuditedState } from '@signalpost/database/acts'
import { assignSignal, type ChangedSignal, judgeSignal, markSignalRead } from '@signalpost/database/records'
import { idSchema, orgIdSchema, RejectedError, type Signal, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import type { ActWork, Done } from '../define-act.ts'
import { defineCommandAct } from '../define-operation.ts'
import type { RecordServices } from './record-services.ts'

/** Returns the outcome of an act on a signal, with what `audited` shows of it for the log. Throws RejectedError `not_found`. */
export function doneWithSignal(
  changed: ChangedSignal | undefined,
  orgId: string,
  audited: (signal: Signal) => AuditedState,
): Done<Signal> {
  if (changed === undefined) throw new RejectedError('not_found', 'There is no such signal.')
  const { before, signal } = changed
  const states = { before: audited(before), after: audited(signal) }
  return {
    result: signal,
    change: changeBetween({ orgId, target: { type: 'signal', id: signal.id }, ...states }),
  }
}

const reference = z.strictObject({ orgId: orgIdSchema, signalId: idSchema })

type Work<Input extends z.ZodType> = ActWork<z.output<Input>, RecordServices>

const assigned = reference.extend({
  assignedTo: idSchema.nullable(),
  expected: idSchema.nullable().optional(),
})

/** Assigns a signal to a user, or to no one. Returns the signal. Throws RejectedError `not_found`, and `conflict` if it is not assigned as expected. */
export const assignSignalAct = defineCommandAct({
  name: 'signal.assign',
  summary: 'Assign a signal to a user, or to no one.',
  demands: 'member',
  input: assigned,
  run: async ({ transaction, services, caller, input: given }: Work<typeof assigned>) => {
    const { assignedTo: userId, ...signal } = given
    const assignment = { ...signal, userId, by: memberOf(caller), nowMs: services.nowMs() }
    return doneWithSignal(await assignSignal(transaction, assignment), given.orgId, ({ assignedTo }) => ({
      assignedTo: assignedTo?.userId ?? null,
    }))
  },
})

const judged = reference.extend({ verdict: z.enum([...verdicts, 'none']) })

/** Judges a signal good or bad, or withdraws the verdict. Returns the signal. Throws RejectedError `not_found`. */
export const judgeSignalAct = defineCommandAct({
  name: 'signal.judge',
  summary: 'Judge a signal good or bad, or withdraw the verdict.',
  demands: 'member',
  input: judged,
  run: async ({ transaction, services, caller, input: { verdict, ...signal } }: Work<typeof judged>) => {
    const judged = { verdict: verdict === 'none' ? null : verdict, by: memberOf(caller) }
    const judgement = { ...signal, ...judged, nowMs: services.nowMs() }
    return doneWithSignal(await judgeSignal(transaction, judgement), signal.orgId, ({ feedback }) => ({
      verdict: feedback?.verdict ?? null,
    }))
  },
})

/** Marks a signal as read. Returns the signal. Throws RejectedError `not_found`. */
export const markSignalReadAct = defineCommandAct({
  name: 'signal.read',
  summary: 'Mark a signal as read.',
  demands: 'member',
  input: reference,
  run: async ({ transaction, services, caller, input: given }: Work<typeof reference>) => {
    const reading = { ...given, by: memberOf(caller), nowMs: services.nowMs() }
    const changed = await markSignalRead(transaction, reading)
    return doneWithSignal(changed, given.orgId, ({ readAt }) => ({ readAt: readAt ?? null }))
  },
})
