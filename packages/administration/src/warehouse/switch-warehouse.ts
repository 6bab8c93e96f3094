import { getWarehouse, setWarehousePaused } from '@signalpost/database/warehouses'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineChoice } from '../define-operation.ts'
import { defineSwitchable } from '../define-switchable.ts'
import { warehouseAudit } from './audited-warehouse.ts'
import { warehouseDocument } from './warehouse-document.ts'

const input = z.strictObject({ warehouseId: z.string(), orgId: orgIdSchema.optional() })

const switchTo = defineSwitchable({
  input,
  get: getWarehouse,
  set: setWarehousePaused,
  audit: warehouseAudit,
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

export const switchWarehouseChoice = defineChoice({
  name: 'warehouse.switch',
  summary: 'Pause or resume a warehouse.',
  demands: 'admin',
  input: input.extend({ isPaused: z.boolean() }),
  http: { method: 'patch', path: '/warehouses/{id}', errors: ['not_found'] },
  output: {
    ...warehouseDocument,
    description: 'The warehouse. One that is resumed is synced at once.',
  },
  example: { isPaused: true },
  choose: ({ isPaused }) => (isPaused ? pauseWarehouseAct : resumeWarehouseAct),
})
