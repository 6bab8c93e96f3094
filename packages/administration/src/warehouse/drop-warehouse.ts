import { deleteWarehouse, getWarehouse } from '@signalpost/database/warehouses'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { dropWarehouseWithTables } from '@signalpost/sync'
import { z } from 'zod'
import type { ActCall } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { warehouseAudit } from './audited-warehouse.ts'
import { warehouseDocument } from './warehouse-document.ts'
import { unremovableFault } from './warehouse-input.ts'
import type { PatientWarehouseServices } from './warehouse-services.ts'

const input = z.strictObject({
  warehouseId: z.string(),
  orgId: orgIdSchema.optional(),
  name: z.string().max(1_000).meta({ description: 'The name of the warehouse, as a confirmation.' }),
  withTables: z
    .boolean()
    .default(false)
    .meta({ description: "Also removes the workspace's rows there, and tables left empty." }),
})

/** Removes a warehouse from the product. Throws RejectedError `not_found`; WarehouseError if its tables cannot be removed. */
export const dropWarehouseAct = defineOperation({
  name: 'warehouse.drop',
  summary: 'Remove a warehouse.',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  http: {
    ...{ method: 'post', path: '/warehouses/{id}/drop' },
    errors: ['not_found', 'conflict', 'login_required'],
    // Removing the rows of a large table takes its time.
    ...{ timeoutMs: 120_000, takesLong: true },
  },
  faultOf: unremovableFault,
  around: async (
    {
      services,
      input: { withTables, name, ...reference },
    }: ActCall<z.output<typeof input>, PatientWarehouseServices>,
    commit,
  ) => {
    const { warehouseId, orgId, ...found } = await getWarehouse(services.database, reference)
    if (found.name !== name) {
      const issues = [{ path: 'name', message: 'expected the name of the warehouse' }]
      throw new RejectedError('invalid_request', 'The name does not match.', { issues })
    }
    const forget = () =>
      commit(async (transaction) => {
        const dropped = await getWarehouse(transaction, { warehouseId, orgId })
        await deleteWarehouse(transaction, { warehouseId, orgId })
        const before = { ...warehouseAudit.stateOf(dropped), withTables }
        return {
          result: { ...dropped, withTables },
          change: { ...warehouseAudit.targetOf(dropped), before, after: null },
        }
      })
    if (!withTables) return forget()
    const { onWait, waitMs } = services
    return dropWarehouseWithTables(services, { warehouseId, orgId }, { onWait, waitMs, forget })
  },
  output: {
    description: 'What was removed.',
    schema: warehouseDocument.schema.extend({ withTables: z.boolean() }),
    of: ({ withTables, ...dropped }) => ({ ...warehouseDocument.of(dropped), withTables }),
  },
})
