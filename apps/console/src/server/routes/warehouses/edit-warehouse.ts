import { performAct } from '@signalpost/administration'
import { editWarehouseAct, personalKeySchema, tablesSchema } from '@signalpost/administration/warehouse'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import {
  intervalSecondsSchema,
  throwUnreachable,
  throwUnremovable,
  warehouseMembers,
} from './warehouse-input.ts'

/** A cloud may have to wake up, and rows of the old place may have to be removed. */
const timeoutMs = 120_000
const waitMs = 20_000

export const editWarehouse = defineRoute({
  operationId: 'editWarehouse',
  method: 'post',
  path: '/console/api/w/{orgId}/warehouses/{id}/edit',
  role: 'admin',
  summary: 'Change a warehouse; a new place is tried first, then filled from the start',
  params: recordParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema.optional(),
    settings: z
      .record(z.string().max(100), warehouseMembers.valueType.nullable())
      .default({})
      .meta({ description: 'Those that change; null removes one.' }),
    secrets: z
      .record(z.string().max(100), z.string().max(20_000).nullable())
      .default({})
      .meta({ description: 'Those that change, and all that are sent where the address leads elsewhere.' }),
    intervalSeconds: intervalSecondsSchema.optional(),
    excludesPersonal: z.boolean().optional(),
    personalKey: personalKeySchema.optional(),
    tables: tablesSchema.optional(),
    hasLedger: z.boolean().optional(),
    hasMailAddresses: z.boolean().optional(),
    oldTables: z.enum(['keep', 'drop']).optional().meta({
      description:
        'What happens to the rows in the old place, or in tables that are left out; only for these.',
    }),
  }),
  timeoutMs,
  success: {
    status: 200,
    description: 'The warehouse.',
    schema: z.object({ warehouseId: z.string(), name: z.string(), location: z.string() }),
  },
  errors: ['not_found', 'conflict', 'login_required', 'rate_limited'],
  handle: async (
    { works },
    { caller, params: { orgId, id: warehouseId }, body: { intervalSeconds, ...body } },
  ) => {
    const interval = intervalSeconds === undefined ? {} : { intervalMs: intervalSeconds * 1_000 }
    const input = { ...body, ...interval, orgId, warehouseId }
    const { name, location } = await performAct(
      { ...works, waitMs },
      { caller, act: editWarehouseAct, input },
    )
      .catch(throwUnremovable)
      .catch(throwUnreachable)
    return { warehouseId, name, location }
  },
})
