import {
  type ComparedRows,
  findRejects,
  recordVerification,
  type WarehouseLease,
  type WarehouseReference,
} from '@signalpost/database/warehouses'
import { chosenTables, type WarehouseTable } from '@signalpost/domain'
import type { ColumnFault } from '@signalpost/warehouses'
import { leaseForPeople } from '../leases/lease-for-people.ts'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { type SyncDependencies, type WorkOptions, workOnWarehouse } from '../leases/work-on-warehouse.ts'
import type { PeopleOptions } from '../tables/sync-warehouse.ts'
import {
  type ComparedTable,
  compareTable,
  countDiffering,
  isCut,
  isEqualTable,
  isLookDue,
} from './compare-table.ts'
import { describeUnfit } from './describe-unfit.ts'
import { repairTable } from './repair-table.ts'

type VerifiedTable = {
  /** Tombstones included, and without the rows that changed after the warehouse was synced. */
  sourceRows: number
  targetRows: number
  /** The first 1,000 keys of rows that are not the same on both sides, after the repair where there was one. */
  differing: string[]
  /** How many rows differ in all. */
  differingRows: number
  /** Those among them that the warehouse refused, or that it cannot have, and why. */
  rejected: { key: string; reason: string }[]
  /** The first 1,000 keys of rows that a repair fixed. */
  repaired: string[]
  repairedRows: number
  /** Files of the warehouse that are missing or cannot be read, and were not repaired. */
  damagedFiles: readonly string[]
  /** The table existed before and is missing. */
  isMissing: boolean
  /** The view of its current rows is missing, lacks columns or shows something else. */
  lacksView: boolean
  /** Its primary key is gone. */
  lacksKey: boolean
  /** Columns that are missing or of another type. */
  faultyColumns: ColumnFault[]
}

export type VerifyReport = {
  equal: boolean
  tables: Record<string, VerifiedTable>
  /** How many rows a repair fixed. */
  repaired: number
}

type VerifyOptions = { repair: boolean }

/**
 * Compares the contents of a warehouse with what is stored, at the position where the warehouse is, also while it is
 * paused, and writes nothing to it. With `repair`, what differs is sent to this warehouse again, and what it has beside
 * the product's rows is removed there. Throws as `syncWarehouse` does.
 */
export async function verifyWarehouse(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  { repair, ...options }: PeopleOptions & VerifyOptions,
): Promise<VerifyReport> {
  const lease = await leaseForPeople(dependencies.database, warehouse, { ...options, allowsPaused: true })
  return verifyLeased(dependencies, lease, { repair, ...options })
}

/** Does the same for a leased warehouse. */
export async function verifyLeased(
  dependencies: SyncDependencies,
  lease: WarehouseLease,
  { repair, ...options }: WorkOptions & VerifyOptions,
): Promise<VerifyReport> {
  const purpose = repair ? 'repair' : 'comparison'
  return workOnWarehouse(dependencies, lease, (work) => verify(work, { repair }), { ...options, purpose })
}

async function verify(work: WarehouseWork, { repair }: VerifyOptions): Promise<VerifyReport> {
  const { database, lease } = work
  const found = await compareTables(work, chosenTables(lease))
  const left = repair ? await repairTables(work, found) : found
  const compared = [...left.values()]
  await recordVerification(database, {
    warehouseId: lease.warehouseId,
    differingRows: compared.reduce((sum, one) => sum + countDiffering(one), 0),
    isLookDue: compared.some(isLookDue),
  })
  const verified: VerifyReport['tables'] = {}
  for (const [table, one] of left)
    verified[table.name] = await reportOf(work, { table, one, before: found.get(table) })
  const repaired = Object.values(verified).reduce((sum, table) => sum + table.repairedRows, 0)
  work.tally.rows = repaired
  work.tally.comparison = Object.fromEntries(
    Object.entries(verified).map(([name, table]) => [name, summaryOf(table)]),
  )
  return { equal: compared.every(isEqualTable), tables: verified, repaired }
}

const mostReported = 1_000

async function reportOf(
  { database, lease }: WarehouseWork,
  { table, one, before }: { table: WarehouseTable; one: ComparedTable; before: ComparedTable | undefined },
): Promise<VerifiedTable> {
  const { sourceRows, targetRows, differingRows, isMissing, lacksView, lacksKey, damagedFiles } = one
  const differing = one.differing.slice(0, mostReported).map(({ key }) => key)
  const { warehouseId } = lease
  const reasons = await findRejects(database, { warehouseId, table: table.name, keys: differing })
  for (const { key, unfit } of one.differing.slice(0, mostReported))
    if (unfit.length > 0) reasons.set(key, describeUnfit(table, unfit))
  const left = new Set(one.differing.map(({ key }) => key))
  const fixed = (before?.differing ?? []).map(({ key }) => key).filter((key) => !left.has(key))
  const isListed = !isCut(one) && (before === undefined || !isCut(before))
  return {
    ...{ sourceRows, targetRows, differing, differingRows },
    rejected: differing.flatMap((key) => {
      const reason = reasons.get(key)
      return reason === undefined ? [] : [{ key, reason }]
    }),
    ...{ isMissing, lacksView, lacksKey, faultyColumns: one.faults },
    repaired: fixed.slice(0, mostReported),
    repairedRows: isListed ? fixed.length : Math.max(0, (before?.differingRows ?? 0) - differingRows),
    damagedFiles,
  }
}

const mostKeysKept = 100

/** What is kept of it, for people to see later. */
function summaryOf({ differing, faultyColumns, damagedFiles, ...table }: VerifiedTable): ComparedRows {
  const { sourceRows, targetRows, differingRows, isMissing, lacksView, lacksKey } = table
  return {
    ...{ sourceRows, targetRows, differingRows, isMissing, lacksView, lacksKey },
    keys: differing.slice(0, mostKeysKept),
    faultyColumns: faultyColumns.map(({ column }) => column),
    damagedFiles: damagedFiles.slice(0, mostKeysKept),
  }
}

/** Leaves out the tables of a newer version of the product, which this one cannot judge. */
type Comparison = ReadonlyMap<WarehouseTable, ComparedTable>

async function compareTables(work: WarehouseWork, tables: readonly WarehouseTable[]): Promise<Comparison> {
  const comparison = new Map<WarehouseTable, ComparedTable>()
  for (const table of tables) {
    throwIfInterrupted(work.signal)
    const compared = await compareTable(work, table)
    if (compared !== undefined) comparison.set(table, compared)
  }
  return comparison
}

/** Returns what differs afterwards. */
async function repairTables(work: WarehouseWork, found: Comparison): Promise<Comparison> {
  const unequal = [...found].filter(([, compared]) => !isEqualTable(compared))
  for (const [table, compared] of unequal) await repairWholeTable(work, { table, compared })
  return new Map([
    ...found,
    ...(await compareTables(
      work,
      unequal.map(([table]) => table),
    )),
  ])
}

/** Repairs a table of which more differs than one comparison lists, or whose columns a sync had to add first. */
async function repairWholeTable(
  work: WarehouseWork,
  { table, compared }: { table: WarehouseTable; compared: ComparedTable },
): Promise<void> {
  let left = compared
  for (;;) {
    // A table that was synced again may still differ in newer rows, and in those that the guard keeps.
    const { isSynced } = await repairTable(work, { table, compared: left })
    if (!isSynced && !isCut(left)) return
    const next = await compareTable(work, table)
    if (next === undefined || isEqualTable(next)) return
    // What a repair cannot change must not keep it going.
    if ((!isSynced || left !== compared) && next.differingRows >= left.differingRows) return
    left = next
  }
}
