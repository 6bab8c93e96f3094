import { deleteRejects, pruneMarks, rejectRow } from '@signalpost/database/warehouses'
import { retryDelayMs, retryPolicies, type WarehouseTable } from '@signalpost/domain'
import type { Batch } from '@signalpost/warehouses'
import { parseHistory } from '../history/history.ts'
import { recordCursor } from '../history/record-cursor.ts'
import { startCursor } from '../history/start-cursor.ts'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { startReporting } from '../start-reporting.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { type BatchReader, readBatches } from './read-batches.ts'
import { takeBatch } from './take-batch.ts'
import { traceBatch } from './trace-batch.ts'

export type SyncedTable = {
  rows: number
  batches: number
  /** How many rows the warehouse refused for the first time. */
  rejected: number
  /** Whether a newer version of the product syncs the table, so that this one left it alone. */
  isNewer: boolean
}

/** When more rows than this are refused in a row, the fault is the table's. */
export const mostRejectsInARow = 25

/**
 * Brings a table of a warehouse from its cursor up to position `goal`, batch by batch. Sets refused rows aside.
 *
 * @throws WarehouseError if the warehouse fails, or refuses 26 rows in a row: then with the fault `configuration`
 * @throws WorkInterrupted when the work is to end
 */
export async function syncTable(
  work: WarehouseWork,
  { table, goal }: { table: WarehouseTable; goal: bigint },
): Promise<SyncedTable> {
  const cursor = await startCursor(work, { table, goal })
  if (cursor === undefined) return { rows: 0, batches: 0, rejected: 0, isNewer: true }
  await recordCursor(work, table, cursor)
  const { position: from, rewriteUntil, history } = cursor
  const batches = readBatches(work, { table, from, goal, rewriteUntil, history })
  try {
    return await takeBatches(work, { table, from, batches })
  } finally {
    await batches.close()
  }
}

async function takeBatches(
  work: WarehouseWork,
  { table, from, batches }: { table: WarehouseTable; from: bigint; batches: BatchReader },
): Promise<SyncedTable> {
  const synced: SyncedTable = { rows: 0, batches: 0, rejected: 0, isNewer: false }
  const report = await startReporting(work, table, { after: from })
  let rejectsInARow = 0
  for (let batch = await batches.next(); batch !== undefined; batch = await batches.next()) {
    throwIfInterrupted(work.signal)
    const startedAtMs = performance.now()
    const refusal = await takeOrPass(work, batch)
    if (refusal === undefined) {
      await recordTaken(work, batch)
      await traceBatch(work, batch, startedAtMs)
      synced.rows += batch.rows
      work.tally.rows += batch.rows
      synced.batches += 1
      if (batch.rows > 0) rejectsInARow = 0
      report(synced.rows)
    } else {
      if (await batches.halve()) continue
      rejectsInARow += 1
      if (rejectsInARow > mostRejectsInARow) throw refusesAll(table, refusal)
      await setRowAside(work, { batch, reason: refusal.message })
      synced.rejected += 1
      work.tally.rejected += 1
    }
    await batches.advance()
  }
  return synced
}

/** Does what `takeBatch` does. For a batch without rows, it only moves the cursor. */
async function takeOrPass(work: WarehouseWork, batch: Batch): Promise<WarehouseError | undefined> {
  // Warehouses may show nothing of what changed.
  if (batch.rows > 0) return takeBatch(work, batch)
  await work.target.moveCursor(batch)
  return undefined
}

/** Sets the only row of a batch aside. Records that before the cursor passes it, so that no row goes missing. */
async function setRowAside(
  work: WarehouseWork,
  { batch, reason }: { batch: Batch; reason: string },
): Promise<void> {
  const { warehouseId, orgId } = work.lease
  const { table, to, history } = batch
  const attempts = 1
  const retryMs = retryDelayMs(retryPolicies.refusedRow, attempts)
  await rejectRow(work.database, {
    ...{ warehouseId, orgId, table: table.name, position: to },
    ...{ reason, attempts, retryMs },
  })
  await work.target.moveCursor(batch)
  await recordCursor(work, table, { position: to, history })
}

async function recordTaken(work: WarehouseWork, { table, from, to, history }: Batch): Promise<void> {
  const { warehouseId, orgId } = work.lease
  await deleteRejects(work.database, { warehouseId, orgId, table: table.name, from, to })
  await recordCursor(work, table, { position: to, history })
  const mark = parseHistory(history)?.mark
  if (mark !== undefined) await pruneMarks(work.database, { warehouseId, table: table.name, mark })
}

function refusesAll({ name }: WarehouseTable, cause: WarehouseError): WarehouseError {
  return new WarehouseError(
    'configuration',
    `The warehouse refuses every row of ${name}: ${cause.message} Correct its table, or drop it to have it recreated.`,
    { cause },
  )
}
