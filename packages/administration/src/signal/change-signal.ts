import { idSchema, type Signal, signalSchema, verdicts } from '@signalpost/domain'
import { z } from 'zod'
import { defineChoice } from '../define-operation.ts'
import { assignSignalAct, judgeSignalAct, markSignalReadAct } from '../record/signal-acts.ts'
import { acknowledgeSignalAct } from './acknowledge-signal.ts'
import { signalReference } from './read-signals.ts'

export const changeSignalChoice = defineChoice({
  name: 'signal.change',
  summary: 'Assign, judge or acknowledge a signal, or mark it as read.',
  demands: 'member',
  input: signalReference
    .extend({
      assignedTo: idSchema.nullable().optional().meta({ description: 'A user; null unassigns.' }),
      verdict: z.enum([...verdicts, 'none']).optional(),
      read: z.literal(true).optional(),
      acknowledged: z.literal(true).optional(),
    })
    .refine(
      ({ assignedTo, verdict, read, acknowledged }) =>
        [assignedTo, verdict, read, acknowledged].filter((one) => one !== undefined).length === 1,
      { error: 'expected one of assignedTo, verdict, read, acknowledged' },
    ),
  example: { acknowledged: true },
  http: { method: 'patch', path: '/signals/{id}', errors: ['not_found'] },
  output: {
    description: 'The signal. A change to what it is already changes nothing, so a request may be repeated.',
    schema: signalSchema,
    of: (signal: Signal) => signal,
  },
  choose: ({ assignedTo, verdict, acknowledged }) => {
    if (assignedTo !== undefined) return assignSignalAct
    if (verdict !== undefined) return judgeSignalAct
    return acknowledged === true ? acknowledgeSignalAct : markSignalReadAct
  },
})
