import { countDeliveriesUpTo, listDeliveries } from '@signalpost/database/ledger'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { deliveryFilters, filterOf } from './delivery-filters.ts'
import { deliverySchema, describeDelivery } from './delivery-schema.ts'

const shownExamples = 10
const countedAtMost = 10_000

export const previewDeliveries = defineRoute({
  operationId: 'previewDeliveries',
  method: 'get',
  path: '/console/api/w/{orgId}/deliveries/preview',
  role: 'viewer',
  summary: 'See how many deliveries a replay or a discard would take',
  params: workspaceParams,
  query: z.object(deliveryFilters),
  success: {
    status: 200,
    description: 'How many match, up to which delivery, and the newest of them.',
    schema: z.object({
      matched: z.int().meta({ description: `Counted up to ${countedAtMost}.` }),
      isMore: z.boolean().meta({ description: 'Whether even more match.' }),
      upTo: z.string().nullable(),
      examples: z.array(deliverySchema),
    }),
  },
  errors: [],
  handle: async ({ database }, { params: { orgId }, query }) => {
    const filter = filterOf(orgId, query)
    const { items } = await listDeliveries(database, filter, { limit: shownExamples })
    const upTo = items[0]?.deliveryId
    const found =
      upTo === undefined ? 0 : await countDeliveriesUpTo(database, { ...filter, upTo }, countedAtMost + 1)
    const counted = { matched: Math.min(found, countedAtMost), isMore: found > countedAtMost }
    return { ...counted, upTo: upTo ?? null, examples: items.map(describeDelivery) }
  },
})
