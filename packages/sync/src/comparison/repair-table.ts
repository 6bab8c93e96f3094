import { positionsOf, readPositions, sequenceChanges } from '@signalpost/database/changes'
import type { WarehouseTable } from '@signalpost/domain'
import type { Cursor } from '@signalpost/warehouses'
import { greatestOf, leastOf } from '../history/compare-positions.ts'
import { findBreak } from '../history/find-break.ts'
import { recordCursor } from '../history/record-cursor.ts'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { sendRows } from '../tables/send-rows.ts'
import { syncTable } from '../tables/sync-table.ts'
import { type ComparedTable, type DifferingRow, lacksColumns } from './compare-table.ts'

const rowsAtOnce = 1_000

/**
 * Repairs one table of this warehouse: sends rows that differ again, removes rows that the product never had and those that
 * are there twice, and syncs a table without its columns or its cursor, or of another history, from the start, and one whose
 * cursor was set back from there. Leaves columns of another type unchanged. Returns whether the table was synced, so that
 * other rows may differ now. Throws WarehouseError and WorkInterrupted.
 */
export async function repairTable(
  work: WarehouseWork,
  { table, compared }: { table: WarehouseTable; compared: ComparedTable },
): Promise<{ isSynced: boolean }> {
  const { target } = work
  const { differing, damagedFiles, upTo } = compared
  if (damagedFiles.length > 0 || differing.some(({ isRepeated }) => isRepeated)) await target.mend?.(table)
  const goal = await readGoal(work, table)
  const cursor = await target.readCursor(table)
  const isBroken = cursor === undefined || (await findBreak(work, { table, cursor, goal })) !== undefined
  if (isBroken || lacksColumns(compared)) {
    await syncTable(work, { table, goal })
    return { isSynced: true }
  }
  if (cursor.position < upTo) {
    await syncTable(work, { table, goal: leastOf(upTo, goal) })
    return { isSynced: true }
  }
  await target.prepare(table)
  for (const rows of inPortions(differing.filter(isToBeReplaced)))
    await replaceRows(work, { table, rows, cursor })
  for (const rows of inPortions(differing.filter((row) => !isToBeReplaced(row)))) {
    throwIfInterrupted(work.signal)
    await sendRows(work, { table, keys: keysOf(rows), cursor })
  }
  return { isSynced: false }
}

/** The guard would keep rows that are newer in the warehouse than here, and each of those with one key. */
function isToBeReplaced({ kept, stored, isRepeated }: DifferingRow): boolean {
  return isRepeated || (kept !== undefined && (stored === undefined || kept > stored))
}

async function readGoal({ database, lease }: WarehouseWork, { name }: WarehouseTable): Promise<bigint> {
  await sequenceChanges(database, { orgId: lease.orgId })
  return (await readPositions(database, { orgId: lease.orgId, tables: [name] })).get(name) ?? 0n
}

/**
 * Removes rows and sends the stored ones again. The cursor stays before them meanwhile, so that after a crash the
 * next sync sends them.
 */
async function replaceRows(
  work: WarehouseWork,
  { table, rows, cursor }: { table: WarehouseTable; rows: readonly DifferingRow[]; cursor: Cursor },
): Promise<void> {
  throwIfInterrupted(work.signal)
  const { database, target, lease } = work
  const keys = keysOf(rows)
  const positions = await positionsOf(database, { orgId: lease.orgId, table, keys })
  const places = [...positions.values()].toSorted((one, other) => (one < other ? -1 : 1))
  const { 0: first = cursor.position + 1n, [places.length - 1]: last = 0n } = places
  const isRewound = first <= cursor.position
  if (isRewound) {
    await recordCursor(work, table, { position: first - 1n })
    await target.writeCursor(table, { ...cursor, position: first - 1n })
  }
  await target.removeRows(table, keys)
  // Rows that were there twice may have changed since the last sync. They are not left out until the next.
  const position = greatestOf(last, cursor.position)
  await sendRows(work, { table, keys: [...positions.keys()], cursor: { ...cursor, position } })
  if (!isRewound) return
  await target.writeCursor(table, cursor)
  await recordCursor(work, table, cursor)
}

function keysOf(rows: readonly DifferingRow[]): string[] {
  return rows.map(({ key }) => key)
}

function* inPortions<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce)
}
