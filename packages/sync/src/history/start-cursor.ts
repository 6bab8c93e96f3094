import { beginEdition, type CursorCopy, createMark, readCursorCopies } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import type { TableCursor } from './fill.ts'
import { findBreak } from './find-break.ts'
import { formatHistory, parseHistory, type StartedCursor } from './history.ts'
import { recordCursor } from './record-cursor.ts'
import { restartTable } from './restart-table.ts'

/**
 * Where a table of a warehouse is synced from, once it has all columns; undefined where a newer version of the product
 * syncs it. A table that followed another history of the product's database starts over. Throws WarehouseError and
 * WorkInterrupted.
 */
export async function startCursor(
  work: WarehouseWork,
  { table, goal }: { table: WarehouseTable; goal: bigint },
): Promise<StartedCursor | undefined> {
  const { target } = work
  const cursor = await target.readCursor(table)
  if (cursor !== undefined && cursor.version > table.version) return undefined
  // Only a warehouse that was ever edited is worth the question.
  const isEdited = work.lease.edition > 0 && isOfOlderEdition(work, await findCopy(work, table))
  const reason = cursor && (await findBreak(work, { table, cursor, goal }))
  if (reason !== undefined) {
    const restarted = await restartTable(work, { table, history: cursor?.history, reason })
    if (isEdited) await recordEdition(work, table)
    return restarted
  }
  if (isEdited) return beginAgain(work, { table, goal, cursor })
  // A crash right after a fill leaves it so.
  if (cursor?.isReserved && cursor.fill === undefined) await releaseCursor(work, table, cursor)
  const history = parseHistory(cursor?.history) && cursor?.history
  const isCurrent = cursor?.version === table.version
  if (isCurrent && (await lacksColumns(work, table))) {
    return startAnew(work, {
      table,
      goal,
      cursor: { ...cursor, history: history ?? (await adoptHistory(work, table)) },
    })
  }
  const isDone = isCurrent && history !== undefined && cursor.position === goal
  const isWhole = async () =>
    (await target.lacksView?.(table)) !== true && (await target.lacksKey?.(table)) !== true
  if (isDone && (await isWhole())) return { ...cursor, history }
  await target.prepare(table)
  const needsNothing = cursor?.fill !== undefined || (cursor && cursor.position >= cursor.rewriteUntil)
  if (isCurrent && history !== undefined && needsNothing) return { ...cursor, history }
  const started = {
    position: isCurrent ? cursor.position : 0n,
    rewriteUntil: rewriteUntilOf({ table, cursor, goal }),
    version: table.version,
    history: history ?? (await adoptHistory(work, table)),
  }
  // First, so a process that lost the lease does not overwrite a cursor that another one set back.
  await recordCursor(work, table, started)
  await target.writeCursor(table, started)
  return started
}

/**
 * Returns everything stored by now: rows that were sent again meanwhile are at later positions. A table without a
 * cursor may still have rows, which are complete only if no column was ever added.
 */
function rewriteUntilOf({
  table,
  cursor,
  goal,
}: {
  table: WarehouseTable
  cursor: TableCursor | undefined
  goal: bigint
}): bigint {
  if (cursor === undefined) return table.version === 1 ? 0n : goal
  const isDone = cursor.version === table.version && cursor.position >= cursor.rewriteUntil
  return isDone ? cursor.rewriteUntil : goal
}

/**
 * The present history, for a table that is new, whose cursor was lost, or that an older version synced. Nothing can say
 * which history such a cursor followed: it is trusted, as before there were histories.
 */
async function adoptHistory(work: WarehouseWork, table: WarehouseTable): Promise<string> {
  const { database, source, lease } = work
  const copy = await findCopy(work, table)
  const mark = await createMark(database, { warehouseId: lease.warehouseId, table: table.name })
  if (mark === undefined) throw new Error('PostgreSQL made no mark.')
  // Rows with raised versions may exist.
  return formatHistory({ ...source, mark, raisedBy: parseHistory(copy?.history)?.raisedBy ?? 0n })
}

/** Whether the warehouse was edited after the table was begun, so its rows or its place may differ. */
export function isOfOlderEdition(
  { lease: { edition } }: Pick<WarehouseWork, 'lease'>,
  copy: CursorCopy | undefined,
): boolean {
  return edition > 0 && copy?.edition !== edition
}

async function findCopy(
  { database, lease: { warehouseId } }: WarehouseWork,
  { name }: WarehouseTable,
): Promise<CursorCopy | undefined> {
  return (await readCursorCopies(database, warehouseId)).get(name)
}

/** Rewrites every row, even equal ones. The edition comes last, so that a crash repeats this. */
async function beginAgain(
  work: WarehouseWork,
  { table, goal, cursor }: { table: WarehouseTable; goal: bigint; cursor: TableCursor | undefined },
): Promise<StartedCursor> {
  await work.target.prepare(table)
  const history = parseHistory(cursor?.history) && cursor?.history
  const started = {
    ...{ position: 0n, rewriteUntil: goal, version: table.version },
    history: history ?? (await adoptHistory(work, table)),
  }
  await recordCursor(work, table, { ...started, isBegun: true })
  await work.target.writeCursor(table, started)
  await recordEdition(work, table)
  return started
}

async function recordEdition(
  { database, lease: { warehouseId, token } }: WarehouseWork,
  { name: table }: WarehouseTable,
): Promise<void> {
  await beginEdition(database, { warehouseId, token, table })
}

/** The cursor goes back first, so that after a crash the columns are not there without their values. */
async function startAnew(
  work: WarehouseWork,
  { table, goal, cursor }: { table: WarehouseTable; goal: bigint; cursor: StartedCursor },
): Promise<StartedCursor> {
  const started = { ...cursor, position: 0n, rewriteUntil: goal, fill: undefined }
  await recordCursor(work, table, started)
  await work.target.writeCursor(table, started)
  await work.target.prepare(table)
  return started
}

/** Lets earlier versions of the product follow the table again, once a fill has ended. */
export async function releaseCursor(
  work: WarehouseWork,
  table: WarehouseTable,
  cursor: TableCursor,
): Promise<void> {
  // First: only the holder of the lease writes the cursor, and the copy is never ahead of it.
  await recordCursor(work, table, { position: 0n })
  await work.target.writeCursor(table, { ...cursor, isReserved: false })
}

async function lacksColumns({ target }: WarehouseWork, table: WarehouseTable): Promise<boolean> {
  const faults = await target.findFaults(table)
  return faults?.some(({ found }) => found === undefined) ?? false
}
