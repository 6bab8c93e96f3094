import { performAct } from '@signalpost/administration'
import { pauseWarehouseAct, resumeWarehouseAct } from '@signalpost/administration/warehouse'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const switchWarehouse = defineRoute({
  operationId: 'switchWarehouse',
  method: 'patch',
  path: '/console/api/w/{orgId}/warehouses/{id}',
  role: 'admin',
  summary: 'Pause or resume a warehouse',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({ isPaused: z.boolean() }),
  success: {
    status: 200,
    description: 'Whether it is paused. One that is resumed is synced at once.',
    schema: z.object({ warehouseId: z.string(), isPaused: z.boolean() }),
  },
  errors: ['not_found'],
  handle: async ({ works }, { caller, params: { orgId, id: warehouseId }, body }) => {
    const act = body.isPaused ? pauseWarehouseAct : resumeWarehouseAct
    const { isPaused } = await performAct(works, { caller, act, input: { orgId, warehouseId } })
    return { warehouseId, isPaused }
  },
})
