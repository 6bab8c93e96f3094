import { warehouseLateMs } from '@signalpost/domain'
import type { WarehouseState } from '@signalpost/sync'
import { defineFinding } from '../../finding.ts'
import { counted, duration } from '../../words.ts'

/** A worker begins a sync within seconds of its moment. */
const lateSyncMs = 5 * 60_000

export const lateWarehouses = defineFinding({
  kind: 'warehouse_behind',
  find: ({ orgId, nowMs, warehouses }) =>
    warehouses
      .filter(
        (warehouse) =>
          isBehind(warehouse, nowMs) || isOverdue(warehouse, nowMs) || isStalled(warehouse, nowMs),
      )
      .map(({ warehouseId, name, lagRows, lagSeconds }) => ({
        harm: 'late',
        summary: `The warehouse ${name} is behind: ${counted(lagRows, 'row waits', 'rows wait')}, the first for ${duration(lagSeconds)}.`,
        remedy: 'Check that a worker runs. Its page shows how fast each table catches up, and syncs it now.',
        link: `/w/${orgId}/warehouses/${warehouseId}`,
      })),
})

/** Rows that wait since before the last sync, which left them. A first backfill has no sync before it, and its own bar. */
function isBehind({ state, lastSyncAt, lagSeconds }: WarehouseState, nowMs: number): boolean {
  if ((state !== 'idle' && state !== 'syncing') || lastSyncAt === null) return false
  return lagSeconds * 1000 > warehouseLateMs && nowMs - lagSeconds * 1000 < lastSyncAt.getTime()
}

function isOverdue({ state, dueAt, lagRows }: WarehouseState, nowMs: number): boolean {
  return state === 'idle' && lagRows > 0 && nowMs - dueAt.getTime() > lateSyncMs
}

/** Each try that is interrupted moves the moment of the next one, but neither the last sync nor the rows that wait. */
function isStalled({ state, lastSyncAt, intervalMs, lagSeconds }: WarehouseState, nowMs: number): boolean {
  if ((state !== 'idle' && state !== 'syncing') || lastSyncAt === null) return false
  const lateMs = intervalMs + warehouseLateMs
  return lagSeconds * 1000 > lateMs && nowMs - lastSyncAt.getTime() > lateMs
}
