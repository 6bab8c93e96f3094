import { performAct } from '@signalpost/administration'
import { describeJob, jobSchema } from '@signalpost/administration/jobs'
import {
  backfillWarehouseAct,
  repairWarehouseAct,
  syncWarehouseAct,
  verifyWarehouseAct,
} from '@signalpost/administration/warehouse'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

/** What a job acts on is counted when it is made. */
const timeoutMs = 60_000
const success = { status: 201, description: 'The job, which a worker runs.', schema: jobSchema }
const common = {
  method: 'post',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({}),
  success,
  timeoutMs,
  errors: ['not_found', 'conflict'],
} as const

export const syncWarehouse = defineRoute({
  ...common,
  operationId: 'syncWarehouse',
  path: '/console/api/w/{orgId}/warehouses/{id}/sync',
  role: 'member',
  summary: 'Sync a warehouse now, and send again what it refused, as a job',
  handle: async ({ works }, { caller, params: { orgId, id: warehouseId } }) =>
    describeJob(await performAct(works, { caller, act: syncWarehouseAct, input: { orgId, warehouseId } })),
})

export const verifyWarehouse = defineRoute({
  ...common,
  operationId: 'verifyWarehouse',
  path: '/console/api/w/{orgId}/warehouses/{id}/verify',
  role: 'member',
  summary: 'Compare every row of a warehouse with what is stored, as a job that writes nothing',
  handle: async ({ works }, { caller, params: { orgId, id: warehouseId } }) =>
    describeJob(await performAct(works, { caller, act: verifyWarehouseAct, input: { orgId, warehouseId } })),
})

export const repairWarehouse = defineRoute({
  ...common,
  operationId: 'repairWarehouse',
  path: '/console/api/w/{orgId}/warehouses/{id}/repair',
  role: 'admin',
  summary: 'Compare a warehouse and send again what differs, as a job',
  handle: async ({ works }, { caller, params: { orgId, id: warehouseId } }) =>
    describeJob(await performAct(works, { caller, act: repairWarehouseAct, input: { orgId, warehouseId } })),
})

export const backfillWarehouse = defineRoute({
  ...common,
  operationId: 'backfillWarehouse',
  path: '/console/api/w/{orgId}/warehouses/{id}/backfill',
  role: 'admin',
  summary: 'Send every row to a warehouse again, as a job',
  handle: async ({ works }, { caller, params: { orgId, id: warehouseId } }) =>
    describeJob(
      await performAct(works, { caller, act: backfillWarehouseAct, input: { orgId, warehouseId } }),
    ),
})
