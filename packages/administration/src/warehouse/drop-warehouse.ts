import { deleteWarehouse, getWarehouse } from '@signalpost/database/warehouses'
import { orgIdSchema } from '@signalpost/domain'
import { dropWarehouseWithTables } from '@signalpost/sync'
import { z } from 'zod'
import { type ActCall, defineAct } from '../define-act.ts'
import { auditedWarehouse, warehouseTarget } from './audited-warehouse.ts'
import type { PatientWarehouseServices } from './warehouse-services.ts'

const input = z.strictObject({
  warehouseId: z.string(),
  orgId: orgIdSchema.optional(),
  /** Also removes the workspace's rows there, and tables left empty. */
  withTables: z.boolean().default(false),
})

/** Removes a warehouse from the product. Throws RejectedError `not_found`; WarehouseError if its tables cannot be removed. */
export const dropWarehouseAct = defineAct({
  name: 'warehouse.drop',
  demands: 'admin',
  needsRecentLogin: true,
  input,
  around: async (
    {
      services,
      input: { withTables, ...reference },
    }: ActCall<z.output<typeof input>, PatientWarehouseServices>,
    commit,
  ) => {
    const { warehouseId, orgId } = await getWarehouse(services.database, reference)
    const forget = () =>
      commit(async (transaction) => {
        const dropped = await getWarehouse(transaction, { warehouseId, orgId })
        await deleteWarehouse(transaction, { warehouseId, orgId })
        const before = { ...auditedWarehouse(dropped), withTables }
        return { result: dropped, change: { ...warehouseTarget(dropped), before, after: null } }
      })
    if (!withTables) return forget()
    const { onWait, waitMs } = services
    return dropWarehouseWithTables(services, { warehouseId, orgId }, { onWait, waitMs, forget })
  },
})
