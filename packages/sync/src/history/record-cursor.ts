import { copyCursor } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import { type WarehouseWork, WorkInterrupted } from '../leases/warehouse-work.ts'

/**
 * Writes our own copy of a cursor. Without a history, the stored one stays. With `isBegun`, the table starts over,
 * and comparisons expect nothing of what it had. Throws WorkInterrupted if another process has the lease by now.
 */
export async function recordCursor(
  { database, lease: { warehouseId, token } }: WarehouseWork,
  { name, version }: WarehouseTable,
  {
    position,
    history,
    rowsFilled,
    isBegun,
  }: {
    position: bigint
    history?: string | undefined
    rowsFilled?: number
    isBegun?: boolean
  },
): Promise<void> {
  const copy = { table: name, position, version, history, rowsFilled, isBegun }
  if (!(await copyCursor(database, { warehouseId, token, ...copy }))) {
    throw new WorkInterrupted('Another process works on the warehouse by now, and continues.')
  }
}
