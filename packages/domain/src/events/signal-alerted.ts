import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { instantSchema } from '../instant.ts'
import { noRegisters } from '../records/signal-registers.ts'
import { freeText, idSchema } from '../text.ts'

export const signalAlerted = defineEventKind({
  type: 'signal.alerted',
  data: z.object({ signalId: idSchema, alertedAt: instantSchema, channel: freeText().nullish() }),
  example: { signalId: 'sig_8d1f', alertedAt: '2026-11-20T09:04:15.000Z', channel: 'slack' },
  contributions: ({ signalId, alertedAt }, key) => [
    { record: 'registers', id: signalId, state: { ...noRegisters, alertedAt: [{ key, value: alertedAt }] } },
  ],
})
