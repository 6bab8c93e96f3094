import { countKeys } from '@signalpost/database/changes'
import { deleteRejects, pruneMarks, rejectRow } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import type { Fill } from '../history/fill.ts'
import { parseHistory, type StartedCursor } from '../history/history.ts'
import { recordCursor } from '../history/record-cursor.ts'
import { releaseCursor } from '../history/start-cursor.ts'
import { throwIfInterrupted, type WarehouseWork, WorkInterrupted } from '../leases/warehouse-work.ts'
import { reportOf } from '../start-reporting.ts'
import { createBatchReader } from './read-batches.ts'
import { type FillBatch, spoolFill } from './spool-fill.ts'
import { firstRefusal, type TakenBatches, takeBatches } from './take-batches.ts'

/** Whether a table is filled in the order of its keys: if that was begun, or all of more than a batch is to be sent. */
export async function shouldFill(
  { database, lease: { orgId }, limits }: WarehouseWork,
  { table, cursor, goal }: { table: WarehouseTable; cursor: StartedCursor; goal: bigint },
): Promise<boolean> {
  if (cursor.fill !== undefined) return true
  if (cursor.position > 0n || goal < 1n) return false
  const atMost = limits.rows + 1
  return (await countKeys(database, { orgId, table: table.name, atMost })) === atMost
}

/**
 * Sends all rows of a table in the order of their keys, or those that an earlier try left. Returns the cursor from which
 * the changes made meanwhile follow: the last position before the first row was read, so that none is missed. A row that was
 * read after its change is sent twice, and `_version` guards it.
 *
 * @throws WarehouseError, WorkInterrupted
 */
export async function fillTable(
  work: WarehouseWork,
  { table, cursor, goal }: { table: WarehouseTable; cursor: StartedCursor; goal: bigint },
): Promise<TakenBatches & { cursor: StartedCursor }> {
  const { database, lease, target } = work
  const { orgId } = lease
  const fill = cursor.fill ?? { until: goal, afterKey: undefined, place: 0n }
  const { until } = fill
  const total = await countKeys(database, { orgId, table: table.name })
  const { afterKey: after } = fill
  const rowsLeft =
    after === undefined ? total : await countKeys(database, { orgId, table: table.name, after })
  await recordCursor(work, table, { position: 0n, history: cursor.history, rowsFilled: total - rowsLeft })
  if (cursor.fill === undefined) await target.writeCursor(table, { ...cursor, fill })
  const batches = readFill(work, { table, fill, rowsLeft, cursor })
  let { place, history } = { place: fill.place, history: cursor.history }
  const recordFilled = async (batch: FillBatch): Promise<void> => {
    ;({ to: place, historyOfRows: history } = batch)
    await recordCursor(work, table, { position: 0n, history, rowsFilled: total - batch.rowsLeft })
  }
  try {
    const taken = await takeBatches(work, {
      ...{ table, batches, report: reportOf(work, table, { total: rowsLeft }) },
      recordTaken: async (batch) => {
        const { afterKey = '', lastKey: throughKey } = batch
        const owner = { warehouseId: lease.warehouseId, orgId, table: table.name }
        await deleteRejects(database, { ...owner, afterKey, throughKey })
        await recordFilled(batch)
        const mark = parseHistory(history)?.mark
        if (mark !== undefined) await pruneMarks(database, { ...owner, mark })
      },
      setRowAside: async (batch, reason) => {
        const owner = { warehouseId: lease.warehouseId, orgId, table: table.name }
        await rejectRow(database, { ...owner, key: batch.lastKey, ...firstRefusal(reason) })
        await target.moveCursor(batch)
        await recordFilled(batch)
      },
    })
    throwIfInterrupted(work.signal)
    await endFill(work, { table, until, place, history })
    return { ...taken, cursor: { ...cursor, position: until, history, fill: undefined } }
  } finally {
    await batches.close()
  }
}

export function addUp(one: TakenBatches, other: TakenBatches): TakenBatches {
  return {
    rows: one.rows + other.rows,
    batches: one.batches + other.batches,
    rejected: one.rejected + other.rejected,
  }
}

function readFill(
  work: WarehouseWork,
  {
    table,
    fill,
    rowsLeft: rowsAtFirst,
    cursor,
  }: { table: WarehouseTable; fill: Fill; rowsLeft: number; cursor: StartedCursor },
) {
  const rewritesEqual = cursor.rewriteUntil > 0n
  return createBatchReader<FillBatch>(work, ({ last, limitRows, signal }) => {
    const {
      to: from,
      lastKey: afterKey,
      rowsLeft,
      historyOfRows,
    } = last ?? {
      ...{ to: fill.place, lastKey: fill.afterKey, rowsLeft: rowsAtFirst, historyOfRows: cursor.history },
    }
    const place = { from, afterKey, rowsLeft, historyOfRows }
    return spoolFill(work, { table, until: fill.until, ...place, rewritesEqual, limitRows, signal })
  })
}

/**
 * Moves the cursor to where the changes go on. One that was set back or lost meanwhile stays as it is: throws
 * WorkInterrupted, and the next sync begins there.
 */
async function endFill(
  work: WarehouseWork,
  { table, until, place, history }: { table: WarehouseTable; until: bigint; place: bigint; history: string },
): Promise<void> {
  const { target } = work
  await target.moveCursor({ table, from: place, to: until, history })
  const ended = await target.readCursor(table)
  if (ended === undefined || ended.fill !== undefined || ended.position < until) {
    throw new WorkInterrupted('The cursor of the warehouse was set back meanwhile.')
  }
  if (ended.isReserved) await releaseCursor(work, table, ended)
}
