import { performAct } from '@signalpost/administration'
import { dropWarehouseAct } from '@signalpost/administration/warehouse'
import { getWarehouse } from '@signalpost/database/warehouses'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { throwUnremovable } from './warehouse-input.ts'

/** Removing the rows of a large table takes its time. */
const timeoutMs = 120_000
const waitMs = 20_000

export const dropWarehouse = defineRoute({
  operationId: 'dropWarehouse',
  method: 'post',
  path: '/console/api/w/{orgId}/warehouses/{id}/drop',
  role: 'admin',
  summary: 'Remove a warehouse, with or without what it holds',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    name: z.string().max(1_000).meta({ description: 'The name of the warehouse, as a confirmation.' }),
    withTables: z.boolean().meta({ description: "Also removes the workspace's rows there." }),
  }),
  timeoutMs,
  success: {
    status: 200,
    description: 'The warehouse is removed.',
    schema: z.object({ warehouseId: z.string(), withTables: z.boolean() }),
  },
  errors: ['not_found', 'conflict', 'login_required'],
  handle: async ({ works }, { caller, params: { orgId, id: warehouseId }, body: { name, withTables } }) => {
    const warehouse = await getWarehouse(works.database, { orgId, warehouseId })
    if (warehouse.name !== name) {
      const issues = [{ path: 'name', message: 'expected the name of the warehouse' }]
      throw new RejectedError('invalid_request', 'The name does not match.', { issues })
    }
    const input = { orgId, warehouseId, withTables }
    await performAct({ ...works, waitMs }, { caller, act: dropWarehouseAct, input }).catch(throwUnremovable)
    return { warehouseId, withTables }
  },
})
