import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { noRegisters } from '../records/signal-registers.ts'
import { feedbackSchema } from '../signal.ts'
import { idSchema } from '../text.ts'

export const signalFeedback = defineEventKind({
  type: 'signal.feedback',
  data: z.object({ signalId: idSchema, feedback: feedbackSchema.nullable() }),
  example: { signalId: 'sig_8d1f', feedback: { verdict: 'good', at: '2026-11-20T09:21:00.000Z' } },
  contributions: ({ signalId, feedback }, key) => [
    { record: 'registers', id: signalId, state: { ...noRegisters, feedback: { key, value: feedback } } },
  ],
})
