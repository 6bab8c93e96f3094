import type { StoredWarehouse } from '@signalpost/database/warehouses'
import { auditing } from '../auditing.ts'

/** Settings and the location contain addresses and names. The secrets of a warehouse are stored separately. */
export const warehouseAudit = auditing('warehouse', (warehouse: StoredWarehouse) => {
  const { kind, name, settings, location, intervalMs, isPaused } = warehouse
  const { excludesPersonal, hashesPersonal, tables, hasLedger, hasMailAddresses } = warehouse
  return {
    ...{ kind, name, settings, location, intervalMs },
    ...{ excludesPersonal, hashesPersonal, tables, hasLedger, hasMailAddresses, isPaused },
  }
})
