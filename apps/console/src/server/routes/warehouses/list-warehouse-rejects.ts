import { getWarehouse, listRejects } from '@signalpost/database/warehouses'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { recordParams } from '../workspace-params.ts'

const cursorSchema = z.object({ table: z.string(), key: z.string() })

export const listWarehouseRejects = defineRoute({
  operationId: 'listWarehouseRejects',
  method: 'get',
  path: '/console/api/w/{orgId}/warehouses/{id}/rejects',
  role: 'viewer',
  summary: 'Browse the rows that a warehouse refuses, by table and key',
  params: recordParams,
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of rows, each with the reason and when it is sent again.',
    schema: pageOf(
      z.object({
        table: z.string(),
        key: z.string(),
        reason: z.string(),
        rejectedAt: z.iso.datetime(),
        retryAt: z.iso.datetime(),
        attempts: z.number(),
      }),
    ),
  },
  errors: ['not_found'],
  handle: async ({ database, cursors }, { params: { orgId, id: warehouseId }, query: { limit, cursor } }) => {
    await getWarehouse(database, { orgId, warehouseId })
    const scope = { route: 'listWarehouseRejects', orgId, filters: { warehouseId } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema)
    const { items, nextAfter } = await listRejects(database, { orgId, warehouseId }, { limit, after })
    return {
      items: items.map(({ rejectedAt, retryAt, ...row }) => ({
        ...row,
        rejectedAt: rejectedAt.toISOString(),
        retryAt: retryAt.toISOString(),
      })),
      nextCursor: nextAfter === undefined ? null : cursors.seal(scope, nextAfter),
    }
  },
})
