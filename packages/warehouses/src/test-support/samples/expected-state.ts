import { createHash } from 'node:crypto'
import type { WarehouseLosses, WarehouseTable } from '@signalpost/domain'
import { canonicalRowOf } from '@signalpost/testing'
import { expect } from 'vitest'
import type { Bucket } from '../../target.ts'
import type { Place, Rig, StoredRow } from '../warehouse-rig.ts'
import { things } from './sample-tables.ts'
import type { SampleRow } from './write-batch-file.ts'

/** Returns what a warehouse must contain after rows arrived in any order: the greatest version of each key. */
export function latestOf(rows: readonly SampleRow[]): SampleRow[] {
  const latest = new Map<string, SampleRow>()
  for (const row of rows) {
    const known = latest.get(row.key)
    if (known === undefined || known.version < row.version) latest.set(row.key, row)
  }
  return [...latest.values()]
}

/** Expects exactly these rows in a workspace's table, with every column as sent. */
export async function expectRows(
  { rig, place }: { rig: Rig; place: Place },
  table: WarehouseTable,
  rows: readonly SampleRow[],
  { orgId = 'org_demo' }: { orgId?: string } = {},
): Promise<void> {
  const stored = await place.readRows(table)
  const actual = byKey(stored.filter((row) => row.orgId === orgId))
  const expected = byKey(rows.map((row) => expectedOf(row, { rig, table })))
  expect(actual.map(({ key, version, isDeleted, values }) => ({ key, version, isDeleted, values }))).toEqual(
    expected,
  )
}

function expectedOf(
  { key, version, isDeleted = false, values = {} }: SampleRow,
  { rig, table }: { rig: Rig; table: WarehouseTable },
): Omit<StoredRow, 'orgId' | 'syncedAt' | 'batchId'> {
  const columns = table.columns.filter(({ name }) => name !== 'org_id' && name !== table.key)
  const cells = columns.map(({ name, type }) => {
    const value = isDeleted ? null : (values[name] ?? null)
    if (value === null && type === 'texts') return [name, rig.absentTexts]
    if (type === 'instant' && typeof value === 'string' && !isHeld(value, rig.kind.losses))
      return [name, null]
    return [name, value]
  })
  return { key, version, isDeleted, values: Object.fromEntries(cells) }
}

function isHeld(instant: string, { instants }: WarehouseLosses): boolean {
  if (instants === undefined) return true
  return instant >= instants.from && (instants.before === undefined || instant < instants.before)
}

function byKey<Row extends { key: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Returns the buckets of a table's rows, computed without any engine. */
export function bucketsOf(
  rows: readonly SampleRow[],
  digits: number,
  { table = things, losses = {} }: Hashed = {},
): Bucket[] {
  const buckets = new Map<string, Bucket>()
  for (const row of rows) {
    const prefix = md5(row.key).slice(0, digits)
    const bucket = buckets.get(prefix) ?? { prefix, rows: 0n, sum: 0n }
    bucket.rows += 1n
    bucket.sum += BigInt(`0x${hashOf(row, { table, losses }).slice(0, 8)}`)
    buckets.set(prefix, bucket)
  }
  return [...buckets.values()].sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

type Hashed = { table?: WarehouseTable; losses?: WarehouseLosses }

/** Returns the hash of a row as in `listHashes`, but complete. */
export function hashOf(
  { key, version, isDeleted = false, values = {} }: SampleRow,
  { table = things, losses = {} }: Hashed = {},
): string {
  const known = { ...(isDeleted ? {} : values), [table.key]: key }
  return md5(canonicalRowOf(table, { version, isDeleted, values: known }, losses))
}

export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex')
}
