import { getWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { changeBetween } from '../change-between.ts'
import { defineAct } from '../define-act.ts'
import { auditedWarehouse, warehouseTarget } from './audited-warehouse.ts'

const input = z.strictObject({ warehouseId: z.string(), orgId: orgIdSchema.optional() })

/** Writes nothing to a warehouse until it is resumed. Throws RejectedError `not_found`. */
export const pauseWarehouseAct = switchTo({ name: 'warehouse.pause', isPaused: true })

/** Syncs a warehouse again, at once. Throws RejectedError `not_found`. */
export const resumeWarehouseAct = switchTo({ name: 'warehouse.resume', isPaused: false })

function switchTo({ name, isPaused }: { name: string; isPaused: boolean }) {
  return defineAct({
    name,
    demands: 'admin',
    input,
    run: async ({ transaction, input: reference }) => {
      const before = await getWarehouse(transaction, reference)
      const after = await setWarehousePaused(transaction, { ...reference, isPaused })
      const states = { before: auditedWarehouse(before), after: auditedWarehouse(after) }
      return { result: after, change: changeBetween({ ...warehouseTarget(after), ...states }) }
    },
  })
}
