import { checksumSource, listSourceHashes, positionsOf, sequenceChanges } from '@signalpost/database'
import type { WarehouseTable } from '@signalpost/domain'
import type { Bucket, StoredHash } from '@signalpost/warehouses'
import { parseHistory } from './history.ts'
import { goOn, type WarehouseWork } from './warehouse-work.ts'

/** The versions of a row that is not the same on both sides; undefined is missing. */
export type DifferingRow = { key: string; stored: bigint | undefined; kept: bigint | undefined }

export type ComparedTable = {
  /** Tombstones included, and without the rows that changed while they were compared. */
  sourceRows: number
  targetRows: number
  differing: DifferingRow[]
  /** Files that are missing or cannot be read; the rows in them count as missing. */
  damagedFiles: readonly string[]
}

type ComparedRows = Omit<ComparedTable, 'damagedFiles'>

/** Rows at `upTo` or before; `raisedBy` is part of the versions in the warehouse. */
type Compared = { table: WarehouseTable; upTo: bigint; raisedBy: bigint }

type Sides<Value> = { source: Value; target: Value }

const listedAtOnce = 20_000n

/**
 * Compares a table of a warehouse with what is stored, at the position where the warehouse is: by checksums of buckets,
 * of finer ones where they differ, and row by row where those do. Throws WarehouseError and WorkInterrupted.
 */
export async function compareTable(work: WarehouseWork, table: WarehouseTable): Promise<ComparedTable> {
  const compared = await compareRows(work, table)
  return { ...compared, damagedFiles: work.target.damagedFiles?.(table) ?? [] }
}

async function compareRows(work: WarehouseWork, table: WarehouseTable): Promise<ComparedRows> {
  const cursor = await work.target.readCursor(table)
  const upTo = cursor?.position ?? 0n
  const raisedBy = parseHistory(cursor?.history)?.raisedBy ?? 0n
  const compared: ComparedRows = { sourceRows: 0, targetRows: 0, differing: [] }
  const count = ({ source, target }: Sides<number | bigint>): void => {
    compared.sourceRows += Number(source)
    compared.targetRows += Number(target)
  }
  const wide = await takeChecksums(work, { table, upTo, raisedBy, digits: 2 })
  for (const { source, target } of wide.filter(isEqual)) count({ source: source.rows, target: target.rows })
  const doubtful = new Set(wide.filter((bucket) => !isEqual(bucket)).map(({ source }) => source.prefix))
  if (doubtful.size === 0) return compared

  const within = [...doubtful]
  const fine = (await takeChecksums(work, { table, upTo, raisedBy, digits: 4, within })).filter(
    ({ source }) => doubtful.has(source.prefix.slice(0, 2)),
  )
  for (const { source, target } of fine.filter(isEqual)) count({ source: source.rows, target: target.rows })
  for (const prefixes of inPortions(fine.filter((bucket) => !isEqual(bucket)))) {
    goOn(work.signal)
    const listed = await listRows(work, { table, upTo, raisedBy, prefixes })
    count({ source: listed.sourceRows, target: listed.targetRows })
    compared.differing.push(...listed.differing)
  }
  return compared
}

/** The buckets of both sides, one for each prefix that either has; of the source, those `within` these alone. */
async function takeChecksums(
  work: WarehouseWork,
  { digits, within, ...compared }: Compared & { digits: 2 | 4; within?: readonly string[] },
): Promise<Sides<Bucket>[]> {
  const source = bucketsByPrefix(
    await checksumSource(work.database, {
      ...sourceOf(work, compared),
      digits,
      ...(within && { within }),
      onPortion: () => goOn(work.signal),
    }),
  )
  const kept = bucketsByPrefix(await work.target.checksum(compared.table, digits))
  const prefixes = [...new Set([...source.keys(), ...kept.keys()])].sort()
  return prefixes.map((prefix) => {
    const none = { prefix, rows: 0n, sum: 0n }
    return { source: source.get(prefix) ?? none, target: kept.get(prefix) ?? none }
  })
}

/** The records of a table as the warehouse shows them. */
function sourceOf({ lease: { orgId, excludesPersonal }, losses }: WarehouseWork, compared: Compared) {
  return { ...compared, orgId, excludesPersonal, losses }
}

function bucketsByPrefix(buckets: readonly Bucket[]): Map<string, Bucket> {
  return new Map(buckets.map((bucket) => [bucket.prefix, bucket]))
}

function isEqual({ source, target }: Sides<Bucket>): boolean {
  return source.rows === target.rows && source.sum === target.sum
}

/** Prefixes, some at a time, so that not all rows are held at once. */
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
): Promise<ComparedRows> {
  const { database, target } = work
  const { table, upTo } = compared
  const kept = byKey(await target.listHashes(table, prefixes))
  const source = byKey(await listSourceHashes(database, { ...sourceOf(work, compared), prefixes }))
  const suspects = [...new Set([...source.keys(), ...kept.keys()])]
    .filter((key) => !isSame(source.get(key), kept.get(key)))
    .sort()
  // What changed after the warehouse was synced is no difference; once all is sequenced, positions tell it.
  await sequenceChanges(database)
  const positions = await positionsOf(database, { orgId: work.lease.orgId, table, keys: suspects })
  const changed = suspects.filter((key) => (positions.get(key) ?? 0n) > upTo)
  for (const key of changed) {
    kept.delete(key)
    source.delete(key)
  }
  const differing = suspects
    .filter((key) => source.has(key) || kept.has(key))
    .map((key) => ({ key, stored: source.get(key)?.version, kept: kept.get(key)?.version }))
  return { sourceRows: source.size, targetRows: kept.size, differing }
}

function isSame(source: StoredHash | undefined, kept: StoredHash | undefined): boolean {
  return source?.version === kept?.version && source?.hash === kept?.hash
}

function byKey(hashes: readonly StoredHash[]): Map<string, StoredHash> {
  return new Map(hashes.map((hash) => [hash.key, hash]))
}
