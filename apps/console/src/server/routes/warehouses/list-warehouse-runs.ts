import { getWarehouse, listRuns } from '@signalpost/database/warehouses'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { recordParams } from '../workspace-params.ts'
import { describeRun, runSchema } from './run-schema.ts'

const cursorSchema = z.object({ after: z.string() })

export const listWarehouseRuns = defineRoute({
  operationId: 'listWarehouseRuns',
  method: 'get',
  path: '/console/api/w/{orgId}/warehouses/{id}/runs',
  role: 'viewer',
  summary: 'See what was done with a warehouse, the newest first',
  params: recordParams,
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of the last 100 syncs, backfills, comparisons and repairs each.',
    schema: pageOf(runSchema),
  },
  errors: ['not_found'],
  handle: async ({ database, cursors }, { params: { orgId, id: warehouseId }, query: { limit, cursor } }) => {
    await getWarehouse(database, { orgId, warehouseId })
    const scope = { route: 'listWarehouseRuns', orgId, filters: { warehouseId } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const { items, nextAfter } = await listRuns(database, { orgId, warehouseId }, { limit, after })
    const nextCursor = nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter })
    return { items: items.map(describeRun), nextCursor }
  },
})
