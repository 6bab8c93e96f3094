import { deleteRejects, pruneMarks, rejectRow } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import type { Batch } from '@signalpost/warehouses'
import { parseHistory } from '../history/history.ts'
import { recordCursor } from '../history/record-cursor.ts'
import { startCursor } from '../history/start-cursor.ts'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { startReporting } from '../start-reporting.ts'
import { addUp, fillTable, shouldFill } from './fill-table.ts'
import { readBatches } from './read-batches.ts'
import { firstRefusal, type TakenBatches, takeBatches } from './take-batches.ts'
import { traceBatch } from './trace-batch.ts'

export type SyncedTable = TakenBatches & {
  /** Whether a newer version of the product syncs the table, so that this one left it alone. */
  isNewer: boolean
}

/**
 * Brings a table of a warehouse from its cursor up to position `goal`, batch by batch: with a fill if it begins at
 * position 0 and has more than a batch, then change by change. Sets refused rows aside.
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
  if (await shouldFill(work, { table, cursor, goal })) {
    const { cursor: filled, ...taken } = await fillTable(work, { table, cursor, goal })
    return { ...addUp(taken, await followChanges(work, { table, goal, cursor: filled })), isNewer: false }
  }
  return { ...(await followChanges(work, { table, goal, cursor })), isNewer: false }
}

async function followChanges(
  work: WarehouseWork,
  {
    table,
    goal,
    cursor,
  }: {
    table: WarehouseTable
    goal: bigint
    cursor: { position: bigint; rewriteUntil: bigint; history: string }
  },
): Promise<TakenBatches> {
  await recordCursor(work, table, cursor)
  const { position: from, rewriteUntil, history } = cursor
  const batches = readBatches(work, { table, from, goal, rewriteUntil, history })
  try {
    return await takeBatches(work, {
      ...{ table, batches, report: await startReporting(work, table, { after: from }) },
      recordTaken: async (batch, startedAtMs) => {
        await recordTaken(work, batch)
        await traceBatch(work, batch, startedAtMs)
      },
      setRowAside: (batch, reason) => setRowAside(work, { batch, reason }),
    })
  } finally {
    await batches.close()
  }
}

/** Sets the only row of a batch aside. Records that before the cursor passes it, so that no row goes missing. */
async function setRowAside(
  work: WarehouseWork,
  { batch, reason }: { batch: Batch; reason: string },
): Promise<void> {
  const { warehouseId, orgId } = work.lease
  const { table, to, history } = batch
  await rejectRow(work.database, {
    ...{ warehouseId, orgId, table: table.name, position: to, ...firstRefusal(reason) },
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
