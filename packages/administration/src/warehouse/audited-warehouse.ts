import type { AuditedState } from '@signalpost/database/acts'
import type { StoredWarehouse } from '@signalpost/database/warehouses'

/** Settings and the location contain addresses and names. The secrets of a warehouse are stored separately. */
export function auditedWarehouse(warehouse: StoredWarehouse): AuditedState {
  const { kind, name, settings, location, intervalMs, isPaused } = warehouse
  const { excludesPersonal, hashesPersonal, tables, hasLedger, hasMailAddresses } = warehouse
  return {
    ...{ kind, name, settings, location, intervalMs },
    ...{ excludesPersonal, hashesPersonal, tables, hasLedger, hasMailAddresses, isPaused },
  }
}

/** The workspace and target of an audit row about a warehouse. */
export function warehouseTarget({ orgId, warehouseId }: StoredWarehouse): {
  orgId: string
  target: { type: 'warehouse'; id: string }
} {
  return { orgId, target: { type: 'warehouse', id: warehouseId } }
}
