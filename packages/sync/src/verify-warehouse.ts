import {
  listRejects,
  type RejectedRow,
  readPositions,
  recordVerification,
  resendChanges,
  type WarehouseLease,
  type WarehouseReference,
} from '@signalpost/database'
import { type WarehouseTable, warehouseTables } from '@signalpost/domain'
import { type ComparedTable, compareTable, type DifferingRow } from './compare-table.ts'
import { leaseForPeople } from './lease-for-people.ts'
import { syncTables } from './sync-tables.ts'
import type { PeopleOptions } from './sync-warehouse.ts'
import { goOn, type WarehouseWork } from './warehouse-work.ts'
import { type SyncDependencies, type WorkOptions, workOnWarehouse } from './work-on-warehouse.ts'

type VerifiedTable = {
  /** Tombstones included, and without the rows that changed while they were compared. */
  sourceRows: number
  targetRows: number
  /** The keys of rows that are not the same on both sides, after the repair where there was one. */
  differing: string[]
  /** Those among them that the warehouse refused, and why. */
  rejected: { key: string; reason: string }[]
  /** What a repair put right. */
  repaired: string[]
  /** Files of the warehouse that are missing or cannot be read, and were not repaired. */
  damagedFiles: readonly string[]
}

export type VerifyReport = {
  equal: boolean
  tables: Record<string, VerifiedTable>
  /** How many rows a repair put right. */
  repaired: number
}

type VerifyOptions = { repair: boolean }

const removedAtOnce = 1_000

/**
 * Syncs a warehouse, then compares it with what is stored, row for row by version; with `repair`, what differs is sent
 * again, and what the warehouse has beside it is removed there. Throws as `syncWarehouse` does.
 */
export async function verifyWarehouse(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  { repair, ...options }: PeopleOptions & VerifyOptions,
): Promise<VerifyReport> {
  const lease = await leaseForPeople(dependencies.database, warehouse, options)
  return verifyLeased(dependencies, lease, { repair, ...options })
}

/** The same for a warehouse that is leased. */
export async function verifyLeased(
  dependencies: SyncDependencies,
  lease: WarehouseLease,
  { repair, ...options }: WorkOptions & VerifyOptions,
): Promise<VerifyReport> {
  return workOnWarehouse(dependencies, lease, (work) => verify(work, { repair }), options)
}

async function verify(work: WarehouseWork, { repair }: VerifyOptions): Promise<VerifyReport> {
  const { database, lease } = work
  const { newerTables } = await syncTables(work)
  // Those of a newer version of the product are not this one's to judge.
  const tables = warehouseTables.filter(({ name }) => !newerTables.includes(name))
  const found = await compareTables(work, tables)
  const left = repair && !isEqual(found) ? await mend(work, found) : found
  const differingRows = countDiffering(left)
  await recordVerification(database, { warehouseId: lease.warehouseId, differingRows })
  const rejects = await listRejects(database, lease.warehouseId)
  const verified = new Map(
    [...left].map(([table, compared]) => {
      const refused = rejects.filter((reject) => reject.table === table.name)
      return [table.name, reportOf(compared, { before: found.get(table), refused })]
    }),
  )
  const repaired = [...verified.values()].reduce((sum, table) => sum + table.repaired.length, 0)
  return { equal: isEqual(left), tables: Object.fromEntries(verified), repaired }
}

function reportOf(
  { sourceRows, targetRows, differing: rows, damagedFiles }: ComparedTable,
  { before, refused }: { before: ComparedTable | undefined; refused: readonly RejectedRow[] },
): VerifiedTable {
  const differing = rows.map(({ key }) => key)
  const isLeft = new Set(differing)
  return {
    sourceRows,
    targetRows,
    differing,
    rejected: refused.filter(({ key }) => isLeft.has(key)).map(({ key, reason }) => ({ key, reason })),
    repaired: (before?.differing ?? []).map(({ key }) => key).filter((key) => !isLeft.has(key)),
    damagedFiles,
  }
}

type Comparison = ReadonlyMap<WarehouseTable, ComparedTable>

async function compareTables(work: WarehouseWork, tables: readonly WarehouseTable[]): Promise<Comparison> {
  const compared = new Map<WarehouseTable, ComparedTable>()
  for (const table of tables) {
    goOn(work.signal)
    compared.set(table, await compareTable(work, table))
  }
  return compared
}

/** Answers what differs afterwards. */
async function mend(work: WarehouseWork, found: Comparison): Promise<Comparison> {
  const { database, target, lease } = work
  for (const [table, { differing, damagedFiles }] of found) {
    if (damagedFiles.length > 0) await target.mend?.(table)
    const resend = (rows: readonly DifferingRow[]): Promise<void> => {
      const keys = rows.filter(({ stored }) => stored !== undefined).map(({ key }) => key)
      return resendChanges(database, { orgId: lease.orgId, table: table.name, keys })
    }
    await resend(differing)
    // The guard would keep what is newer there.
    const excess = differing.filter(isExcess)
    for (let at = 0; at < excess.length; at += removedAtOnce) {
      goOn(work.signal)
      const removed = excess.slice(at, at + removedAtOnce)
      await target.removeRows(
        table,
        removed.map(({ key }) => key),
      )
    }
    // Before, so that a crash leaves no row removed and unsent; after, for one that another process sent too early.
    await resend(excess)
    // What differs under an equal version is written over only where the cursor says so.
    const cursor = differing.length > 0 ? await target.readCursor(table) : undefined
    const positions = await readPositions(database, { orgId: lease.orgId, tables: [table.name] })
    const rewriteUntil = positions.get(table.name) ?? 0n
    if (cursor !== undefined) await target.writeCursor(table, { ...cursor, rewriteUntil })
  }
  await syncTables(work)
  const differed = [...found].filter(([, compared]) => isFaulty(compared))
  return new Map([
    ...found,
    ...(await compareTables(
      work,
      differed.map(([table]) => table),
    )),
  ])
}

function isExcess({ stored, kept }: DifferingRow): boolean {
  return kept !== undefined && (stored === undefined || kept > stored)
}

function isEqual(comparison: Comparison): boolean {
  return ![...comparison.values()].some(isFaulty)
}

function isFaulty({ differing, damagedFiles }: ComparedTable): boolean {
  return differing.length > 0 || damagedFiles.length > 0
}

function countDiffering(comparison: Comparison): number {
  return [...comparison.values()].reduce((sum, { differing }) => sum + differing.length, 0)
}
