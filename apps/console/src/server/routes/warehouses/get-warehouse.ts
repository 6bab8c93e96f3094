import { describeJob, jobSchema } from '@signalpost/administration/jobs'
import { type Job, listOpenJobs } from '@signalpost/database/acts'
import { findLastComparison, getWarehouse as queryWarehouse } from '@signalpost/database/warehouses'
import { RejectedError } from '@signalpost/domain'
import { glanceAtWarehouses } from '@signalpost/sync'
import { warehouseKinds } from '@signalpost/warehouses'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { describeRun, runSchema } from './run-schema.ts'
import { describeWarehouse, warehouseSchema } from './warehouse-schema.ts'

const tableSchema = z.object({
  table: z.string(),
  position: z.number().meta({ description: 'The last change that the warehouse has.' }),
  rowsBehind: z.number(),
  rowsTotal: z.number().nullable().meta({ description: 'About; null where the table is not far behind.' }),
  rowsPerSecond: z.number(),
})

export const getWarehouse = defineRoute({
  operationId: 'getWarehouse',
  method: 'get',
  path: '/console/api/w/{orgId}/warehouses/{id}',
  role: 'viewer',
  summary: 'Show a warehouse, its tables and its last comparison',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'The warehouse, without its secrets.',
    schema: warehouseSchema.extend({
      tables: z.array(tableSchema),
      lastComparison: runSchema.nullable(),
      jobs: z.array(jobSchema).meta({ description: 'Those that have not ended.' }),
      costHint: z.string().nullable(),
    }),
  },
  errors: ['not_found'],
  handle: async ({ database, nowMs }, { params: { orgId, id: warehouseId } }) => {
    const warehouse = await queryWarehouse(database, { orgId, warehouseId })
    const [[state], comparison, jobs] = await Promise.all([
      glanceAtWarehouses(database, { orgId, warehouseId }),
      findLastComparison(database, { orgId, warehouseId }),
      listOpenJobs(database, orgId),
    ])
    if (state === undefined) throw new RejectedError('not_found', 'There is no such warehouse.')
    const kind = warehouseKinds.find((one) => one.kind === warehouse.kind)
    return {
      ...describeWarehouse(warehouse, state, nowMs()),
      tables: state.tables,
      lastComparison: comparison === undefined ? null : describeRun(comparison),
      jobs: jobs.filter((job) => isOf(job, warehouseId)).map(describeJob),
      costHint: kind?.costHintOf?.(warehouse) ?? null,
    }
  },
})

function isOf({ input }: Job, warehouseId: string): boolean {
  return input.warehouseId === warehouseId
}
