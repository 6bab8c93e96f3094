import { captureLedger, readPositions, sequenceChanges } from '@signalpost/database/changes'
import { recordComparedIn } from '@signalpost/database/warehouses'
import { chosenTables, instantOf, type WarehouseTable, warehouseTables } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import { comparedInOf } from '../comparison/compared-in-of.ts'
import { throwIfInterrupted, type WarehouseWork } from '../leases/warehouse-work.ts'
import { WarehouseError } from '../warehouse-error.ts'
import { retryRejects } from './retry-rejects.ts'
import { syncTable } from './sync-table.ts'
import { writeSyncState } from './write-sync-state.ts'

export type SyncedTables = {
  /** How many rows the run wrote, by table. */
  rows: Record<string, number>
  batches: number
  /** Rows that the warehouse refused in this run, for the first time or again. */
  rejected: number
  /** Rows that it had refused before and took in this run. */
  recovered: number
  /** Tables that a newer version of the product syncs. */
  newerTables: string[]
}

type SyncTablesOptions = {
  /** Whether to send every refused row again, due or not. */
  retriesAll?: boolean
  /** The names of the tables that are synced; all of the warehouse by default. */
  only?: readonly string[] | undefined
  /** Called before each table, with the position to which it will be brought. */
  begin?: (work: WarehouseWork, at: { table: WarehouseTable; goal: bigint }) => Promise<void>
}

/**
 * Brings all tables of a warehouse up to what was committed when the sync began. After each, sends its refused rows that
 * are due again. A table that a person must correct delays no other: its error is thrown at the end.
 *
 * @throws WarehouseError, WorkInterrupted
 */
export async function syncTables(
  work: WarehouseWork,
  { retriesAll = false, only, begin }: SyncTablesOptions = {},
): Promise<SyncedTables> {
  const { database, lease } = work
  const syncedAt = instantOf(Date.now())
  const chosen = chosenTables(lease).filter(({ name }) => only?.includes(name) ?? true)
  const goals = await readGoals(work, chosen)
  reach('changes.sequenced')
  const all: SyncedTables = { rows: {}, batches: 0, rejected: 0, recovered: 0, newerTables: [] }
  await removeWithheld(work)
  let misplaced: WarehouseError | undefined
  const positions = new Map<string, bigint>()
  for (const table of chosen) {
    try {
      const { [table.name]: goal = 0n } = table.isOnRequest ? await copyLedger(work, table) : goals
      await begin?.(work, { table, goal })
      const synced = await syncTable(work, { table, goal })
      all.rows[table.name] = synced.rows
      all.batches += synced.batches
      all.rejected += synced.rejected
      if (synced.isNewer) {
        all.newerTables.push(table.name)
        continue
      }
      positions.set(table.name, goal)
      const retried = await retryRejects(work, { table, upTo: goal, all: retriesAll })
      all.rows[table.name] = synced.rows + retried.recovered
      all.batches += retried.batches
      all.rejected += retried.rejected
      all.recovered += retried.recovered
    } catch (error) {
      if (!(error instanceof WarehouseError) || error.fault !== 'configuration') throw error
      misplaced ??= error
    }
  }
  await writeSyncState(work, { syncedAt, positions })
  if (misplaced !== undefined) throw misplaced
  if (only === undefined)
    await recordComparedIn(database, {
      warehouseId: lease.warehouseId,
      comparedIn: comparedInOf(work.source),
    })
  return all
}

/** Returns the positions up to which what is committed has to be sent, by table. */
async function readGoals(
  { database, lease: { orgId } }: WarehouseWork,
  tables: readonly WarehouseTable[],
): Promise<Record<string, bigint>> {
  await sequenceChanges(database, { orgId })
  return Object.fromEntries(await readPositions(database, { orgId, tables: tables.map(({ name }) => name) }))
}

/**
 * Copies what the ledger has, where that is still to be done, and returns the goal of its table: the last one, because
 * the ledger is the largest that a new warehouse copies, and no signal should wait for that.
 */
async function copyLedger(work: WarehouseWork, table: WarehouseTable): Promise<Record<string, bigint>> {
  await captureLedger(work.database, { ...work.lease, shouldStop: () => work.signal.aborted })
  throwIfInterrupted(work.signal)
  return readGoals(work, [table])
}

/** Removes tables that name people from a warehouse that has left personal data out since. */
async function removeWithheld({ lease, target }: WarehouseWork): Promise<void> {
  if (!lease.excludesPersonal) return
  for (const table of warehouseTables.filter(({ isPersonal }) => isPersonal)) {
    if ((await target.readCursor(table)) !== undefined) await target.dropTables([table])
  }
}
