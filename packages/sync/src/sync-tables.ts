import { readPositions, sequenceChanges } from '@signalpost/database'
import { warehouseTables } from '@signalpost/domain'
import { reach } from '@signalpost/runtime'
import { syncTable } from './sync-table.ts'
import { WarehouseError } from './warehouse-error.ts'
import type { WarehouseWork } from './warehouse-work.ts'

export type SyncedTables = {
  /** How many rows were written, by table. */
  rows: Record<string, number>
  batches: number
  rejected: number
  /** Tables that a newer version of the product keeps in sync. */
  newerTables: string[]
}

/**
 * Brings all tables of a warehouse up to what was committed when it began. A table whose place must be put right holds
 * up no other. Throws WarehouseError and WorkInterrupted.
 */
export async function syncTables(work: WarehouseWork): Promise<SyncedTables> {
  const { database, lease } = work
  await sequenceChanges(database)
  reach('changes.sequenced')
  const names = warehouseTables.map(({ name }) => name)
  const goals = await readPositions(database, { orgId: lease.orgId, tables: names })
  const all: SyncedTables = { rows: {}, batches: 0, rejected: 0, newerTables: [] }
  let misplaced: WarehouseError | undefined
  for (const table of warehouseTables) {
    try {
      const synced = await syncTable(work, { table, goal: goals.get(table.name) ?? 0n })
      all.rows[table.name] = synced.rows
      all.batches += synced.batches
      all.rejected += synced.rejected
      if (synced.isNewer) all.newerTables.push(table.name)
    } catch (error) {
      if (!(error instanceof WarehouseError) || error.fault !== 'configuration') throw error
      misplaced ??= error
    }
  }
  if (misplaced !== undefined) throw misplaced
  return all
}
