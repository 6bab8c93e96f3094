import { findLeft, listSourceHashes } from '@signalpost/database/changes'
import { createMark, readCursorCopies, recordRewrite } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { greatestOf } from './compare-positions.ts'
import { formatHistory, parseHistory, type StartedCursor } from './history.ts'
import { recordCursor } from './record-cursor.ts'

type Restart = {
  table: WarehouseTable
  /** The history of the cursor. */
  history: string | undefined
  reason: string
}

const listedAtOnce = 20_000n
const removedAtOnce = 1_000
const allPositions = 2n ** 63n - 1n

/**
 * Restarts a table after the product's database took up another history: removes the rows that the database does not
 * have, and raises the versions of all others above those in the warehouse, so that the sync from position 0 overwrites
 * them. Repeating it does no harm. Throws WarehouseError and WorkInterrupted.
 */
export async function restartTable(
  work: WarehouseWork,
  { table, history, reason }: Restart,
): Promise<StartedCursor> {
  const { database, target, source, lease } = work
  const { warehouseId } = lease
  const copy = (await readCursorCopies(database, warehouseId)).get(table.name)
  // First: a process that lost the lease meanwhile does not write over a cursor that another set back. Until all of the rest is
  // done, comparisons expect what the table had, so its version stays too.
  await recordCursor(work, { ...table, version: copy?.version ?? table.version }, { position: 0n })
  await recordRewrite(database, { warehouseId, reason: `${table.name}: ${reason}` })
  work.onRewrite?.({ table: table.name, reason })
  await target.prepare(table)
  const greatest = await removeStrangers(work, table)
  const raisedBefore = greatestOf(raisedBy(history), raisedBy(copy?.history))
  const mark = await createMark(database, { warehouseId, table: table.name })
  if (mark === undefined) throw new Error('PostgreSQL made no mark.')
  const started = {
    position: 0n,
    rewriteUntil: 0n,
    version: table.version,
    history: formatHistory({
      ...source,
      mark,
      raisedBy: greatestOf(greatest, raisedBefore) + 1n,
    }),
  }
  await recordCursor(work, table, { ...started, isBegun: true })
  await target.writeCursor(table, started)
  return started
}

function raisedBy(history: string | undefined): bigint {
  return parseHistory(history)?.raisedBy ?? 0n
}

/** Removes the rows whose keys the database does not know. Returns the greatest version of all, these included. */
async function removeStrangers(work: WarehouseWork, table: WarehouseTable): Promise<bigint> {
  const { database, target, lease, personalKey, losses } = work
  let greatest = 0n
  for (const prefixes of inPortions(await target.checksum(table, 4))) {
    throwIfInterrupted(work.signal)
    const stored = await target.listHashes(table, prefixes)
    const known = await listSourceHashes(database, {
      ...{ orgId: lease.orgId, table, prefixes, upTo: allPositions },
      ...{ excludesPersonal: lease.excludesPersonal, personalKey, losses },
    })
    for (const { version } of stored) greatest = greatestOf(greatest, version)
    const unknown = strangersAmong(stored, known)
    const left = await findLeft(database, { orgId: lease.orgId, table, keys: unknown })
    const strangers = unknown.filter((key) => !left.has(key))
    for (let at = 0; at < strangers.length; at += removedAtOnce) {
      throwIfInterrupted(work.signal)
      await target.removeRows(table, strangers.slice(at, at + removedAtOnce))
    }
  }
  return greatest
}

function strangersAmong(stored: readonly { key: string }[], known: readonly { key: string }[]): string[] {
  const keys = new Set(known.map(({ key }) => key))
  return stored.map(({ key }) => key).filter((key) => !keys.has(key))
}

/** Yields prefixes in groups, so that not all rows are in memory at once. */
function* inPortions(buckets: readonly { prefix: string; rows: bigint }[]): Generator<string[]> {
  let prefixes: string[] = []
  let rows = 0n
  for (const bucket of buckets) {
    prefixes.push(bucket.prefix)
    rows += bucket.rows
    if (rows < listedAtOnce) continue
    yield prefixes
    prefixes = []
    rows = 0n
  }
  if (prefixes.length > 0) yield prefixes
}
