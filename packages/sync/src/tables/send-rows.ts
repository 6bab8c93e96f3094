import { deleteRejects, rejectRow } from '@signalpost/database/warehouses'
import { retryDelayMs, retryPolicies, type WarehouseTable } from '@signalpost/domain'
import type { Cursor } from '@signalpost/warehouses'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { readBatches } from './read-batches.ts'
import { takeBatch } from './take-batch.ts'

/**
 * Sends the rows with these keys, as they are now, also over rows of an equal version. Moves no cursor, and leaves rows
 * that changed after the cursor to the next sync. Sets refused rows aside. Returns how many were taken and refused.
 *
 * @throws WarehouseError, WorkInterrupted
 */
export async function sendRows(
  work: WarehouseWork,
  { table, keys, cursor }: { table: WarehouseTable; keys: readonly string[]; cursor: Cursor },
): Promise<{ rows: number; rejected: number }> {
  const { warehouseId, orgId } = work.lease
  const owner = { warehouseId, orgId, table: table.name }
  const { position: goal, history } = cursor
  const batches = readBatches(work, { table, from: 0n, goal, rewriteUntil: goal, keys, history })
  const sent = { rows: 0, rejected: 0 }
  try {
    for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
      throwIfInterrupted(work.signal)
      const { from, to, rows } = batch
      const refusal = rows > 0 ? await takeBatch(work, { ...batch, from: to }) : undefined
      if (refusal === undefined) {
        await deleteRejects(work.database, { ...owner, from, to, keys })
        sent.rows += rows
      } else {
        if (await batches.halve()) continue
        const attempts = 1
        const refused = {
          position: to,
          reason: refusal.message,
          attempts,
          retryMs: retryDelayMs(retryPolicies.refusedRow, attempts),
        }
        await rejectRow(work.database, { ...owner, ...refused })
        sent.rejected += 1
      }
      await batches.advance()
    }
    return sent
  } finally {
    await batches.close()
  }
}
