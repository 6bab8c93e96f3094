import { getWarehouse } from '@signalpost/database/warehouses'
import { readRecipes, warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const listWarehouseRecipes = defineRoute({
  operationId: 'listWarehouseRecipes',
  method: 'get',
  path: '/console/api/w/{orgId}/warehouses/{id}/recipes',
  role: 'viewer',
  summary: 'List common questions of analysts in the SQL of a warehouse',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'Each with the names of the warehouse filled in; none where its engine has none.',
    schema: z.object({
      items: z.array(z.object({ name: z.string(), title: z.string(), sql: z.string() })),
      nextCursor: z.null(),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id: warehouseId } }) => {
    const { kind: name, settings } = await getWarehouse(database, { orgId, warehouseId })
    const kind = warehouseKinds.find((one) => one.kind === name)
    return { items: kind === undefined ? [] : await readRecipes(kind, settings), nextCursor: null }
  },
})
