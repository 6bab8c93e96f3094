import type { PresentTrouble } from '@signalpost/database/dispatches'
import type { WarehouseHealth } from '@signalpost/database/warehouses'
import { degradedReason, minuteOf, warehouseLateMs } from '@signalpost/domain'

/** Returns what is wrong with a warehouse now. What a person paused is late by intention. */
export function troublesOfWarehouse(warehouse: WarehouseHealth, nowMs: number): PresentTrouble[] {
  const { orgId, warehouseId: subjectId, isPaused, intervalMs, failingSince, lastSyncAt, dueAt } = warehouse
  const { differingRows, verifiedAt } = warehouse
  const reason = isPaused ? null : degradedReason(warehouse)
  const troubles: PresentTrouble[] = []
  if (reason !== null) {
    troubles.push({ orgId, subjectId, kind: 'warehouse_degraded', reason, since: failingSince ?? dueAt })
  }
  // A first fill takes as long as it takes. One that was resumed catches up at once, or is behind from now on.
  const isBehind = lastSyncAt !== null && nowMs - lastSyncAt.getTime() > intervalMs + warehouseLateMs
  if (isBehind && !isPaused && reason === null) {
    const behind = `No sync has ended since ${minuteOf(lastSyncAt)}.`
    troubles.push({
      ...{ orgId, subjectId, kind: 'warehouse_behind' as const, reason: behind },
      since: new Date(nowMs),
    })
  }
  if (differingRows !== null && differingRows > 0) {
    const found = `${differingRows === 1 ? '1 row differs' : `${differingRows} rows differ`} from what Signalpost holds.`
    troubles.push({
      ...{ orgId, subjectId, kind: 'warehouse_differs' as const, reason: found },
      since: verifiedAt ?? new Date(nowMs),
    })
  }
  return troubles
}
