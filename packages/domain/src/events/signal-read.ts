import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { instantSchema } from '../instant.ts'
import { noRegisters } from '../records/signal-registers.ts'
import { idSchema } from '../text.ts'

export const signalRead = defineEventKind({
  type: 'signal.read',
  data: z.object({ signalId: idSchema, readAt: instantSchema }),
  example: { signalId: 'sig_8d1f', readAt: '2026-11-20T09:20:00.000Z' },
  contributions: ({ signalId, readAt }, key) => [
    { record: 'registers', id: signalId, state: { ...noRegisters, readAt: [{ key, value: readAt }] } },
  ],
})
