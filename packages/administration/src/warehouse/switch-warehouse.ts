import { getWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineSwitchable } from '../define-switchable.ts'
import { auditedWarehouse, warehouseTarget } from './audited-warehouse.ts'

const switchTo = defineSwitchable({
  input: z.strictObject({ warehouseId: z.string(), orgId: orgIdSchema.optional() }),
  get: getWarehouse,
  set: setWarehousePaused,
  targetOf: warehouseTarget,
  auditedOf: auditedWarehouse,
})

/** Writes nothing to a warehouse until it is resumed. */
export const pauseWarehouseAct = switchTo({
  name: 'warehouse.pause',
  summary: 'Stop writing to a warehouse until it is resumed.',
  to: { isPaused: true },
})

/** Syncs a warehouse again, at once. */
export const resumeWarehouseAct = switchTo({
  name: 'warehouse.resume',
  summary: 'Resume syncing a warehouse at once, with all changes since it was paused.',
  to: { isPaused: false },
})
