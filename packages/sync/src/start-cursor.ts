import type { WarehouseTable } from '@signalpost/domain'
import type { Cursor } from '@signalpost/warehouses'
import { noteCursor } from './note-cursor.ts'
import { WarehouseError } from './warehouse-error.ts'
import type { WarehouseWork } from './warehouse-work.ts'

/**
 * Where a table of a warehouse is synced from, once it has all columns; undefined where a newer version of the product
 * syncs it. Throws WarehouseError and WorkInterrupted.
 */
export async function startCursor(
  work: WarehouseWork,
  { table, goal }: { table: WarehouseTable; goal: bigint },
): Promise<Cursor | undefined> {
  const { target } = work
  const cursor = await target.readCursor(table)
  if (cursor !== undefined && cursor.version > table.version) return undefined
  if (cursor !== undefined && cursor.position > goal) throw isAhead(table, cursor, goal)
  const isCurrent = cursor?.version === table.version
  if (isCurrent && cursor.position === goal) return cursor
  await target.prepare(table)
  if (isCurrent && cursor.position >= cursor.rewriteUntil) return cursor
  const started = {
    position: isCurrent ? cursor.position : 0n,
    // All that is there by now: rows that were sent again meanwhile stand at later positions. A table whose cursor is
    // not there may have rows all the same, which lack nothing only where no column was ever added.
    rewriteUntil: cursor === undefined && table.version === 1 ? 0n : goal,
    version: table.version,
  }
  // First: whoever lost the lease meanwhile does not write over a cursor that another set back.
  await noteCursor(work, table, started.position)
  await target.writeCursor(table, started)
  return started
}

// A cursor stands where something changed, and what changed is kept: nothing but another history is behind it.
function isAhead({ name }: WarehouseTable, { position }: Cursor, goal: bigint): WarehouseError {
  return new WarehouseError(
    'configuration',
    `The warehouse has ${name} up to change ${position}, and there are only ${goal}: the product was restored from a ` +
      'backup, or another one syncs to the same place. Use another place, or, if nobody else writes to this one, run ' +
      '`./signalpost warehouse backfill` and then `./signalpost warehouse verify --repair`.',
  )
}
