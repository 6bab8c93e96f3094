import {
  checksumSource,
  findLeft,
  listSourceHashes,
  positionsOf,
  sequenceChanges,
} from '@signalpost/database/changes'
import { readCursorCopies } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import { type Bucket, type ColumnFault, type StoredHash, syncColumns } from '@signalpost/warehouses'
import { greatestOf } from '../history/compare-positions.ts'
import { parseHistory } from '../history/history.ts'
import { isOfOlderEdition } from '../history/start-cursor.ts'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { type ReportRows, startReporting } from '../start-reporting.ts'

/** The versions of a row that differs; undefined where it is missing. */
export type DifferingRow = {
  key: string
  stored: bigint | undefined
  kept: bigint | undefined
  /** Whether the warehouse has more than one row with this key. */
  isRepeated: boolean
  /** The columns for which the product's own values do not fit, so that no warehouse can have the row. */
  unfit: readonly string[]
}

export type ComparedTable = {
  /** The position up to which changes are compared. */
  upTo: bigint
  /** Tombstones included, and without the rows that changed after the warehouse was synced. */
  sourceRows: number
  targetRows: number
  /** The first rows that differ: at most 100,000, so that memory does not grow with a table. */
  differing: DifferingRow[]
  /** How many rows differ in all. */
  differingRows: number
  /** Files that are missing or cannot be read; the rows in them count as missing. */
  damagedFiles: readonly string[]
  /** The table existed before and is missing. */
  isMissing: boolean
  /** The table is there, and the view of its current rows is missing, lacks columns or shows something else. */
  lacksView: boolean
  /** The table is there, and its primary key is gone. */
  lacksKey: boolean
  /** Columns that are missing or of another type, which are not compared. */
  faults: ColumnFault[]
}

/**
 * The columns of a table to be compared, in rows at `upTo` or before, and whether the warehouse has the table;
 * `raisedBy` is part of the versions in it.
 */
type Compared = { table: WarehouseTable; upTo: bigint; raisedBy: bigint; isThere: boolean }

type Sides<Value> = { source: Value; target: Value }

const listedAtOnce = 20_000n
const mostKept = 100_000

/**
 * Compares a table of a warehouse with what is stored, at the position where the warehouse is, and writes nothing: by
 * checksums of buckets, of finer ones where they differ, and row by row where those do. In PostgreSQL the first are of
 * printed rows, which cost less. Undefined where a newer version of the product syncs the table. Throws WarehouseError
 * and WorkInterrupted.
 */
export async function compareTable(
  work: WarehouseWork,
  table: WarehouseTable,
): Promise<ComparedTable | undefined> {
  const { target, database, lease } = work
  const cursor = await target.readCursor(table)
  if (cursor !== undefined && cursor.version > table.version) return undefined
  const found = await target.findFaults(table)
  const copy = (await readCursorCopies(database, lease.warehouseId)).get(table.name)
  // A cursor may be gone or set back. Then our copy tells how far the table was, and what it had by then is compared.
  const upTo = greatestOf(cursor?.position ?? 0n, copy?.reached ?? 0n)
  const isBehind = cursor !== undefined && cursor.version < table.version
  const compared: ComparedTable = {
    ...{ upTo, sourceRows: 0, targetRows: 0, differing: [], differingRows: 0, damagedFiles: [] },
    isMissing: found === undefined && copy !== undefined,
    lacksView: found !== undefined && (await target.lacksView?.(table)) === true,
    lacksKey: found !== undefined && (await target.lacksKey?.(table)) === true,
    // The next sync adds the columns of a newer version of the table.
    faults: (found ?? []).filter((fault) => fault.found !== undefined || !isBehind),
  }
  // After an edit, the next sync begins the table again, so there is nothing to compare yet.
  if (isOfOlderEdition(work, copy)) {
    return { ...compared, isMissing: false, lacksView: false, lacksKey: false, faults: [] }
  }
  const faulty = new Set(found?.map(({ column }) => column))
  if (['org_id', table.key, ...syncColumns].some((name) => faulty.has(name))) return compared
  const columns = table.columns.filter(({ name }) => !faulty.has(name))
  const raisedBy = parseHistory((cursor ?? copy)?.history)?.raisedBy ?? 0n
  const what = { table: { ...table, columns }, upTo, raisedBy, isThere: found !== undefined }
  const report = await startReporting(work, table)
  await compareRows(work, what, { compared, report })
  report(Number.MAX_SAFE_INTEGER)
  return { ...compared, damagedFiles: target.damagedFiles?.(table) ?? [] }
}

/** Whether a sync has something to create. */
export function isLookDue(compared: ComparedTable): boolean {
  return compared.lacksView || compared.lacksKey || lacksColumns(compared)
}

/** Whether a sync has to create the table or a column before rows can be equal. */
export function lacksColumns({ isMissing, faults }: ComparedTable): boolean {
  return isMissing || faults.some(({ found }) => found === undefined)
}

/** Whether more rows differ than are listed. */
export function isCut({ differing, differingRows }: ComparedTable): boolean {
  return differing.length < differingRows
}

/** Returns how many rows differ: all of a table with a faulty column. */
export function countDiffering({ isMissing, faults, differingRows, sourceRows }: ComparedTable): number {
  return isMissing || faults.length > 0 ? Math.max(sourceRows, differingRows) : differingRows
}

export function isEqualTable({
  isMissing,
  lacksView,
  lacksKey,
  faults,
  differing,
  damagedFiles,
}: ComparedTable): boolean {
  return (
    !isMissing &&
    !lacksView &&
    !lacksKey &&
    [faults, differing, damagedFiles].every(({ length }) => length === 0)
  )
}

async function compareRows(
  work: WarehouseWork,
  what: Compared,
  { compared, report }: { compared: ComparedTable; report: ReportRows },
): Promise<void> {
  const count = ({ source, target }: Sides<number | bigint>): void => {
    compared.sourceRows += Number(source)
    compared.targetRows += Number(target)
  }
  const wide = await takeChecksums(work, { ...what, digits: 2, report })
  for (const { source, target } of wide.filter(isEqual)) count({ source: source.rows, target: target.rows })
  const doubtful = new Set(wide.filter((bucket) => !isEqual(bucket)).map(({ source }) => source.prefix))
  if (doubtful.size === 0) return

  const within = [...doubtful]
  const fine = (await takeChecksums(work, { ...what, digits: 4, within })).filter(({ source }) =>
    doubtful.has(source.prefix.slice(0, 2)),
  )
  for (const { source, target } of fine.filter(isEqual)) count({ source: source.rows, target: target.rows })
  for (const prefixes of inPortions(fine.filter((bucket) => !isEqual(bucket)))) {
    throwIfInterrupted(work.signal)
    const listed = await listRows(work, { ...what, prefixes })
    count({ source: listed.sourceRows, target: listed.targetRows })
    compared.differingRows += listed.differing.length
    compared.differing = compared.differing.concat(listed.differing).slice(0, mostKept)
  }
}

/** The buckets of both sides, one for each prefix that either has; of the source, those `within` these alone. */
async function takeChecksums(
  work: WarehouseWork,
  {
    digits,
    within,
    report,
    ...compared
  }: Compared & { digits: 2 | 4; within?: readonly string[]; report?: ReportRows },
): Promise<Sides<Bucket>[]> {
  const { checksum, checksumPrinted } = work.target
  // The first look is at all rows, and what it finds different is looked at again.
  const printed = within === undefined ? checksumPrinted : undefined
  const [source, kept] = await Promise.all([
    checksumSource(work.database, {
      ...sourceOf(work, compared),
      ...{ digits, isPrinted: printed !== undefined },
      ...(within && { within }),
      onPortion: (rows) => {
        throwIfInterrupted(work.signal)
        report?.(rows)
      },
    }).then(bucketsByPrefix),
    (compared.isThere ? (printed ?? checksum)(compared.table, digits) : Promise.resolve([])).then(
      bucketsByPrefix,
    ),
  ])
  const prefixes = [...new Set([...source.keys(), ...kept.keys()])].sort()
  return prefixes.map((prefix) => {
    const none = { prefix, rows: 0n, sum: 0n }
    return { source: source.get(prefix) ?? none, target: kept.get(prefix) ?? none }
  })
}

/** Reads the records of a table as the warehouse shows them. */
function sourceOf(
  { lease: { orgId, excludesPersonal, hasMailAddresses }, personalKey, losses }: WarehouseWork,
  { table, upTo, raisedBy }: Compared,
) {
  return { table, upTo, raisedBy, orgId, excludesPersonal, personalKey, hasMailAddresses, losses }
}

function bucketsByPrefix(buckets: readonly Bucket[]): Map<string, Bucket> {
  return new Map(buckets.map((bucket) => [bucket.prefix, bucket]))
}

function isEqual({ source, target }: Sides<Bucket>): boolean {
  return source.rows === target.rows && source.sum === target.sum
}

/** Yields prefixes in groups, so that not all rows are in memory at once. */
function* inPortions(buckets: readonly Sides<Bucket>[]): Generator<string[]> {
  let prefixes: string[] = []
  let rows = 0n
  for (const { source, target } of buckets) {
    prefixes.push(source.prefix)
    rows += source.rows + target.rows
    if (rows < listedAtOnce) continue
    yield prefixes
    prefixes = []
    rows = 0n
  }
  if (prefixes.length > 0) yield prefixes
}

async function listRows(
  work: WarehouseWork,
  { prefixes, ...compared }: Compared & { prefixes: readonly string[] },
): Promise<Pick<ComparedTable, 'sourceRows' | 'targetRows' | 'differing'>> {
  const { database, target } = work
  const { table, upTo } = compared
  const kept = byKey(compared.isThere ? await target.listHashes(table, prefixes) : [])
  const source = byKey(await listSourceHashes(database, { ...sourceOf(work, compared), prefixes }))
  const suspects = [...new Set([...source.keys(), ...kept.keys()])]
    .filter((key) => !isSame(source.get(key), kept.get(key)))
    .sort()
  // What changed after the warehouse was synced is no difference, unless it is there twice; once all is sequenced, positions
  // tell it.
  await sequenceChanges(database, { orgId: work.lease.orgId })
  const positions = await positionsOf(database, { orgId: work.lease.orgId, table, keys: suspects })
  const changed = suspects.filter((key) => (positions.get(key) ?? 0n) > upTo)
  for (const key of changed) {
    source.delete(key)
    if (!isRepeated(kept.get(key))) kept.delete(key)
  }
  // Only the warehouse has any more what left the ledger: there is nothing to compare it with, and nothing to send again.
  const onlyKept = suspects.filter((key) => !source.has(key))
  for (const key of await findLeft(database, { orgId: work.lease.orgId, table, keys: onlyKept }))
    kept.delete(key)
  const differing = suspects
    .filter((key) => source.has(key) || kept.has(key))
    .map((key) => ({
      ...{ key, stored: source.get(key)?.version, kept: kept.get(key)?.version },
      isRepeated: isRepeated(kept.get(key)),
      unfit: source.get(key)?.unfit ?? [],
    }))
  const targetRows = [...kept.values()].reduce((sum, { copies }) => sum + copies, 0)
  return { sourceRows: source.size, targetRows, differing }
}

type Hashed = Omit<StoredHash, 'copies'>

/** A row that the warehouse has twice is not the same. */
function isSame(source: Hashed | undefined, kept: StoredHash | undefined): boolean {
  return source?.version === kept?.version && source?.hash === kept?.hash && !isRepeated(kept)
}

function isRepeated(kept: StoredHash | undefined): boolean {
  return kept !== undefined && kept.copies > 1
}

function byKey<Row extends Hashed>(hashes: readonly Row[]): Map<string, Row> {
  return new Map(hashes.map((hash) => [hash.key, hash]))
}
