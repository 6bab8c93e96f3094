import type { StoredWarehouse } from '@signalpost/database/warehouses'
import { record } from '../../terminal/table.ts'

export function describeWarehouse(warehouse: StoredWarehouse): string {
  return record({
    warehouse: warehouse.warehouseId,
    kind: warehouse.kind,
    name: warehouse.name,
    location: warehouse.location,
    interval: `${warehouse.intervalMs / 1000} s`,
    'without personal data': warehouse.excludesPersonal,
    paused: warehouse.isPaused,
  })
}
