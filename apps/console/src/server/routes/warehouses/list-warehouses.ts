import { listWarehouses as queryWarehouses } from '@signalpost/database/warehouses'
import { cutPage, shortPageQuery } from '@signalpost/rest'
import { glanceAtWarehouses } from '@signalpost/sync'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { describeWarehouse, warehouseSchema } from './warehouse-schema.ts'

export const listWarehouses = defineRoute({
  operationId: 'listWarehouses',
  method: 'get',
  path: '/console/api/w/{orgId}/warehouses',
  role: 'viewer',
  summary: "List the workspace's warehouses",
  params: workspaceParams,
  query: z.object(shortPageQuery),
  success: {
    status: 200,
    description: 'All of them, the oldest first.',
    schema: z.object({ items: z.array(warehouseSchema), nextCursor: z.string().nullable() }),
  },
  errors: [],
  handle: async ({ database, nowMs, cursors }, { params: { orgId }, query }) => {
    const [warehouses, states] = await Promise.all([
      queryWarehouses(database, orgId),
      glanceAtWarehouses(database, { orgId }),
    ])
    const items = warehouses.flatMap((warehouse) => {
      const state = states.find(({ warehouseId }) => warehouseId === warehouse.warehouseId)
      return state === undefined ? [] : [describeWarehouse(warehouse, state, nowMs())]
    })
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ warehouseId }) => warehouseId },
      scope: { route: 'listWarehouses', orgId: orgId, filters: {} },
    })
  },
})
