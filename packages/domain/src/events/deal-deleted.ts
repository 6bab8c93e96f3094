import { z } from 'zod'
import { defineEventKind } from '../event-kind.ts'
import { idSchema } from '../input/text.ts'
import { deletionAt } from '../records/last-wins.ts'

export const dealDeleted = defineEventKind({
  type: 'deal.deleted',
  sentOn: { record: 'deal', changes: ['deleted'] },
  data: z.object({ dealId: idSchema }),
  example: { dealId: 'deal_01jc8z' },
  contributions: ({ dealId }, key) => [{ record: 'deal', id: dealId, state: deletionAt(key) }],
})
