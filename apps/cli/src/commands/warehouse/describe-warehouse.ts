import type { StoredWarehouse } from '@signalpost/database/warehouses'
import { record } from '../../terminal/table.ts'

function personalDataOf({ excludesPersonal, hashesPersonal }: StoredWarehouse): string {
  if (hashesPersonal) return 'hashed'
  return excludesPersonal ? 'left out' : 'included'
}

export function describeWarehouse(warehouse: StoredWarehouse): string {
  return record({
    warehouse: warehouse.warehouseId,
    kind: warehouse.kind,
    name: warehouse.name,
    location: warehouse.location,
    interval: `${warehouse.intervalMs / 1000} s`,
    'personal data': personalDataOf(warehouse),
    tables: warehouse.tables?.join(', ') ?? 'all',
    ledger: warehouse.hasLedger,
    'mail addresses': warehouse.hasMailAddresses,
    paused: warehouse.isPaused,
  })
}
