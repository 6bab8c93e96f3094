import { readPositions, sequenceChanges } from '@signalpost/database/changes'
import type { WarehouseReference } from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { leaseForPeople } from './lease-for-people.ts'
import { recordCursor } from './record-cursor.ts'
import { type SyncedTables, syncTables } from './sync-tables.ts'
import type { PeopleOptions } from './sync-warehouse.ts'
import type { WarehouseWork } from './warehouse-work.ts'
import { type SyncDependencies, workOnWarehouse } from './work-on-warehouse.ts'

/**
 * Sends all rows of all tables once more, and writes them over what is there where that is not newer. What is done is
 * kept: whoever syncs next goes on where it was interrupted. Throws as `syncWarehouse` does.
 */
export async function backfillWarehouse(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  options: PeopleOptions = {},
): Promise<SyncedTables> {
  const lease = await leaseForPeople(dependencies.database, warehouse, options)
  return workOnWarehouse(
    dependencies,
    lease,
    async (work) => {
      await rewind(work)
      return syncTables(work)
    },
    options,
  )
}

async function rewind(work: WarehouseWork): Promise<void> {
  const {
    database,
    target,
    lease: { orgId },
  } = work
  await sequenceChanges(database)
  const names = warehouseTables.map(({ name }) => name)
  const goals = await readPositions(database, { orgId, tables: names })
  for (const table of warehouseTables) {
    const cursor = await target.readCursor(table)
    // A newer version of the product looks after it.
    if (cursor !== undefined && cursor.version > table.version) continue
    await target.prepare(table)
    await target.mend?.(table)
    const rewriteUntil = goals.get(table.name) ?? 0n
    // First: whoever goes on after a crash does not open a warehouse that is in sync by our own book.
    await recordCursor(work, table, { position: 0n })
    // The history stays, for the sync that follows to judge.
    const { history } = cursor ?? {}
    await target.writeCursor(table, { position: 0n, rewriteUntil, version: table.version, history })
  }
}
