import { z } from 'zod'
import { type DealInput, dealInputSchema, dealSchema } from '../documents/deal.ts'
import type { EventKey } from '../event-key.ts'
import { defineEventKind, documentSchema } from '../event-kind.ts'
import { dealStateFrom } from '../records/deal.ts'
import { exampleDeal } from './example-records.ts'

type Data = { deal: DealInput }

const storing = {
  data: z.object({ deal: documentSchema(dealInputSchema) }),
  sent: z.object({ deal: dealSchema }),
  example: { deal: exampleDeal },
  claimedOrgId: ({ deal }: Data) => ({ path: 'data.deal.orgId', orgId: deal.orgId }),
  contributions: ({ deal }: Data, key: EventKey) => [
    { record: 'deal' as const, id: deal.id, state: dealStateFrom(deal, key) },
  ],
}

export const dealCreated = defineEventKind({
  type: 'deal.created',
  sentOn: { record: 'deal', changes: ['created', 'restored'] },
  ...storing,
})

export const dealUpdated = defineEventKind({
  type: 'deal.updated',
  sentOn: { record: 'deal', changes: ['updated'] },
  ...storing,
})
