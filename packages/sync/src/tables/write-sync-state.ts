import { writeFile } from 'node:fs/promises'
import { countRejects } from '@signalpost/database/warehouses'
import { chosenTables, type Instant, syncStateTable, warehouseTables } from '@signalpost/domain'
import type { Batch } from '@signalpost/warehouses'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { batchIdOf, createBatchFile } from './spool-batch.ts'
import { takeBatch } from './take-batch.ts'

/**
 * Writes how far tables of a warehouse are, once they are: `positions` has those that were brought up to what was
 * committed at `syncedAt`. An account that may create nothing goes without. Throws WarehouseError.
 */
export async function writeSyncState(
  work: WarehouseWork,
  { syncedAt, positions }: { syncedAt: Instant; positions: ReadonlyMap<string, bigint> },
): Promise<void> {
  const { target, directory, lease } = work
  const { orgId, warehouseId } = lease
  const refused = await countRejects(work.database, warehouseId)
  const from = await findCursor(work)
  if (from === undefined) return
  // Grows also where the clock was set back.
  const to = [BigInt(Date.parse(syncedAt)), from + 1n].reduce((one, other) => (one > other ? one : other))
  const written = [...positions].map(([name, position]) =>
    [orgId, name, syncedAt, position, refused.get(name) ?? 0, to, false].map(csvOf).join(','),
  )
  // Those that it no longer has.
  const chosen = chosenTables(lease)
  const leftOut = warehouseTables.filter((table) => !chosen.includes(table))
  const removed = leftOut.map(({ name }) => [orgId, name, null, null, null, to, true].map(csvOf).join(','))
  const lines = [...written, ...removed]
  if (lines.length === 0) return
  const { file, remove } = createBatchFile(directory, syncStateTable)
  const batchId = batchIdOf(warehouseId, syncStateTable, String(to))
  const batch: Batch = {
    ...{ table: syncStateTable, orgId, batchId, from, to, file, syncedAt },
    ...{ rows: lines.length, rewritesEqual: false },
  }
  try {
    await writeFile(file, lines.map((line) => `${line}\n`).join(''))
    const refusal = await takeBatch({ target }, batch)
    if (refusal !== undefined) throw refusal
  } finally {
    await remove()
  }
}

/** Returns the table's own position, once there is a table with all columns; undefined where it cannot be created. */
async function findCursor({ target }: WarehouseWork): Promise<bigint | undefined> {
  const cursor = await target.readCursor(syncStateTable)
  const faults = await target.findFaults(syncStateTable)
  if (cursor !== undefined && faults?.length === 0) return cursor.position
  try {
    await target.prepare(syncStateTable)
  } catch (error) {
    const isRefused = error instanceof WarehouseError && error.fault === 'configuration'
    if (isRefused && faults === undefined) return undefined
    throw error
  }
  if (cursor !== undefined) return cursor.position
  const { version } = syncStateTable
  await target.writeCursor(syncStateTable, { position: 0n, rewriteUntil: 0n, version })
  return 0n
}

/** In the form of a `Batch`. */
function csvOf(value: string | bigint | number | boolean | null): string {
  if (value === null) return '\\N'
  return typeof value === 'string' ? `"${value.replaceAll('"', '""')}"` : String(value)
}
