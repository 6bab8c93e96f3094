import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { idSchema } from '../input/text.ts'
import { deletionAt } from '../records/last-wins.ts'
import { noRegisters } from '../records/signal-registers.ts'

export const signalDeleted = defineEventKind({
  type: 'signal.deleted',
  sentOn: { record: 'signal', changes: ['deleted'] },
  data: z.object({ signalId: idSchema }),
  example: { signalId: 'sig_8d1f' },
  contributions: ({ signalId }, key) => [
    { record: 'signal', id: signalId, state: deletionAt(key) },
    { record: 'registers', id: signalId, state: { ...noRegisters, deletedBy: key } },
  ],
})
