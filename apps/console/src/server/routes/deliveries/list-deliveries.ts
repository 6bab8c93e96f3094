import { listDeliveries as queryDeliveries } from '@signalpost/database/ledger'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { deliveryFilters, filterOf } from './delivery-filters.ts'
import { deliverySchema, describeDelivery } from './delivery-schema.ts'

const cursorSchema = z.object({ after: z.string() })

export const listDeliveries = defineRoute({
  operationId: 'listDeliveries',
  method: 'get',
  path: '/console/api/w/{orgId}/deliveries',
  role: 'viewer',
  summary: 'Browse deliveries, the newest first',
  params: workspaceParams,
  query: z.object({ ...pageQuery, ...deliveryFilters }),
  success: { status: 200, description: 'A page of deliveries.', schema: pageOf(deliverySchema) },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query: { limit, cursor, ...filters } }) => {
    const scope = { route: 'listDeliveries', orgId, filters }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const { items, nextAfter } = await queryDeliveries(database, filterOf(orgId, filters), { limit, after })
    const nextCursor = nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter })
    return { items: items.map(describeDelivery), nextCursor }
  },
})
