import { copyCursor } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import { type WarehouseWork, WorkInterrupted } from '../leases/warehouse-work.ts'

/**
 * Writes our own copy of a cursor; its history stays as it is where none is given. Throws WorkInterrupted where the
 * lease is somebody else's by now.
 */
export async function recordCursor(
  { database, lease: { warehouseId, token } }: WarehouseWork,
  { name, version }: WarehouseTable,
  { position, history }: { position: bigint; history?: string | undefined },
): Promise<void> {
  if (!(await copyCursor(database, { warehouseId, token, table: name, position, version, history }))) {
    throw new WorkInterrupted('Somebody else works on the warehouse by now, and goes on with it.')
  }
}
