import { performAct } from '@signalpost/administration'
import { createWarehouseAct, personalKeySchema, tablesSchema } from '@signalpost/administration/warehouse'
import { nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { intervalSecondsSchema, throwUnreachable, warehouseMembers } from './warehouse-input.ts'

/** A cloud that has to wake up. */
const timeoutMs = 60_000

export const createWarehouse = defineRoute({
  operationId: 'createWarehouse',
  method: 'post',
  path: '/console/api/w/{orgId}/warehouses',
  role: 'admin',
  summary: 'Try a warehouse, and store it if it can be written to',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema,
    kind: z.string().max(100),
    settings: warehouseMembers.default({}),
    secrets: warehouseMembers.default({}),
    intervalSeconds: intervalSecondsSchema.default(20),
    excludesPersonal: z.boolean().default(false),
    personalKey: personalKeySchema.optional(),
    tables: tablesSchema.default(null),
    hasLedger: z.boolean().default(false),
    hasMailAddresses: z.boolean().default(false),
  }),
  timeoutMs,
  success: {
    status: 201,
    description: 'The warehouse, which a worker fills from now on.',
    schema: z.object({ warehouseId: z.string(), name: z.string(), kind: z.string(), location: z.string() }),
  },
  errors: ['not_found', 'conflict', 'login_required', 'rate_limited'],
  handle: async ({ works }, { caller, params: { orgId }, body: { intervalSeconds, ...body } }) => {
    const input = { ...body, orgId, intervalMs: intervalSeconds * 1_000 }
    const created = await performAct(works, { caller, act: createWarehouseAct, input }).catch(
      throwUnreachable,
    )
    const { warehouseId, name, kind, location } = created
    return { warehouseId, name, kind, location }
  },
})
