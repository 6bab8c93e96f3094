import { copyCursor } from '@signalpost/database'
import type { WarehouseTable } from '@signalpost/domain'
import { type WarehouseWork, WorkInterrupted } from './warehouse-work.ts'

/** Writes our own copy of a cursor. Throws WorkInterrupted where the lease is somebody else's by now. */
export async function noteCursor(
  { database, lease: { warehouseId, token } }: WarehouseWork,
  { name, version }: WarehouseTable,
  position: bigint,
): Promise<void> {
  if (!(await copyCursor(database, { warehouseId, token, table: name, position, version }))) {
    throw new WorkInterrupted('Somebody else works on the warehouse by now, and goes on with it.')
  }
}
