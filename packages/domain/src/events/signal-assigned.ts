import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { noRegisters } from '../records/signal-registers.ts'
import { assignmentSchema } from '../signal.ts'
import { idSchema } from '../text.ts'

export const signalAssigned = defineEventKind({
  type: 'signal.assigned',
  data: z.object({ signalId: idSchema, assignedTo: assignmentSchema.nullable() }),
  example: {
    signalId: 'sig_8d1f',
    assignedTo: { userId: 'usr_ada', at: '2026-11-20T09:20:00.000Z', by: 'usr_bob' },
  },
  contributions: ({ signalId, assignedTo }, key) => [
    { record: 'registers', id: signalId, state: { ...noRegisters, assignedTo: { key, value: assignedTo } } },
  ],
})
