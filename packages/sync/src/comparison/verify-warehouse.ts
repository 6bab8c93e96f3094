import {
  listRejects,
  type RejectedRow,
  recordVerification,
  type WarehouseLease,
  type WarehouseReference,
} from '@signalpost/database/warehouses'
import { type WarehouseTable, warehouseTables } from '@signalpost/domain'
import type { ColumnFault } from '@signalpost/warehouses'
import { leaseForPeople } from '../leases/lease-for-people.ts'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { type SyncDependencies, type WorkOptions, workOnWarehouse } from '../leases/work-on-warehouse.ts'
import type { PeopleOptions } from '../tables/sync-warehouse.ts'
import {
  type ComparedTable,
  compareTable,
  countDiffering,
  isEqualTable,
  lacksColumns,
} from './compare-table.ts'
import { repairTable } from './repair-table.ts'

type VerifiedTable = {
  /** Tombstones included, and without the rows that changed after the warehouse was synced. */
  sourceRows: number
  targetRows: number
  /** The keys of rows that are not the same on both sides, after the repair where there was one. */
  differing: string[]
  /** Those among them that the warehouse refused, and why. */
  rejected: { key: string; reason: string }[]
  /** How much a repair fixed. */
  repaired: string[]
  /** Files of the warehouse that are missing or cannot be read, and were not repaired. */
  damagedFiles: readonly string[]
  /** The table existed before and is missing. */
  isMissing: boolean
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
  const found = await compareTables(work, warehouseTables)
  const left = repair ? await repairTables(work, found) : found
  const compared = [...left.values()]
  await recordVerification(database, {
    warehouseId: lease.warehouseId,
    differingRows: compared.reduce((sum, one) => sum + countDiffering(one), 0),
    isLookDue: compared.some(lacksColumns),
  })
  const rejects = await listRejects(database, lease.warehouseId)
  const verified = new Map(
    [...left].map(([table, one]) => {
      const refused = rejects.filter((reject) => reject.table === table.name)
      return [table.name, reportOf(one, { before: found.get(table), refused })]
    }),
  )
  const repaired = [...verified.values()].reduce((sum, table) => sum + table.repaired.length, 0)
  return { equal: compared.every(isEqualTable), tables: Object.fromEntries(verified), repaired }
}

function reportOf(
  { sourceRows, targetRows, differing: rows, isMissing, faults: faultyColumns, damagedFiles }: ComparedTable,
  { before, refused }: { before: ComparedTable | undefined; refused: readonly RejectedRow[] },
): VerifiedTable {
  const differing = rows.map(({ key }) => key)
  const isLeft = new Set(differing)
  return {
    sourceRows,
    targetRows,
    differing,
    rejected: refused.filter(({ key }) => isLeft.has(key)).map(({ key, reason }) => ({ key, reason })),
    isMissing,
    faultyColumns,
    repaired: (before?.differing ?? []).map(({ key }) => key).filter((key) => !isLeft.has(key)),
    damagedFiles,
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
  for (const [table, compared] of unequal) {
    await repairTable(work, { table, compared })
    if (!lacksColumns(compared)) continue
    // A table that was synced again may still differ in newer rows.
    const left = await compareTable(work, table)
    if (left !== undefined && !isEqualTable(left)) await repairTable(work, { table, compared: left })
  }
  return new Map([
    ...found,
    ...(await compareTables(
      work,
      unequal.map(([table]) => table),
    )),
  ])
}
