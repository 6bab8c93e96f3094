import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { idSchema } from '../input/text.ts'
import { deletionAt } from '../records/last-wins.ts'

export const listenerDeleted = defineEventKind({
  type: 'listener.deleted',
  sentOn: { record: 'listener', changes: ['deleted'] },
  data: z.object({ listenerId: idSchema }),
  example: { listenerId: 'lsn_crm' },
  contributions: ({ listenerId }, key) => [{ record: 'listener', id: listenerId, state: deletionAt(key) }],
})
