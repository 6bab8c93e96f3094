import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { deletionAt } from '../records/last-wins.ts'
import { idSchema } from '../text.ts'

export const listenerDeleted = defineEventKind({
  type: 'listener.deleted',
  sentOn: { record: 'listener', changes: ['deleted'] },
  data: z.object({ listenerId: idSchema }),
  example: { listenerId: 'lsn_crm' },
  contributions: ({ listenerId }, key) => [{ record: 'listener', id: listenerId, state: deletionAt(key) }],
})
