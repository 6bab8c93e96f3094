import type { WarehouseReference } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import { recordCursor } from '../history/record-cursor.ts'
import { leaseForPeople } from '../leases/lease-for-people.ts'
import type { WarehouseWork } from '../leases/warehouse-work.ts'
import { type SyncDependencies, workOnWarehouse } from '../leases/work-on-warehouse.ts'
import { type SyncedTables, syncTables } from './sync-tables.ts'
import type { PeopleOptions } from './sync-warehouse.ts'

export type BackfillOptions = PeopleOptions & {
  /** Tables that an interrupted backfill began. They continue from their cursors. */
  begun?: readonly string[] | undefined
  /** Called with each table whose cursor was set back. */
  onBegun?: ((table: string) => void) | undefined
}

/**
 * Sends all rows of all tables again, over rows of the same or an older version. If it is interrupted, the next sync
 * finishes the table that it began; the tables after it are not begun.
 *
 * @throws what `syncWarehouse` throws
 */
export async function backfillWarehouse(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  { begun = [], onBegun, ...options }: BackfillOptions = {},
): Promise<SyncedTables> {
  const lease = await leaseForPeople(dependencies.database, warehouse, options)
  const begin = async (
    work: WarehouseWork,
    { table, goal }: { table: WarehouseTable; goal: bigint },
  ): Promise<void> => {
    if (begun.includes(table.name)) return
    await rewind(work, { table, goal })
    onBegun?.(table.name)
  }
  const purpose = 'backfill'
  return workOnWarehouse(dependencies, lease, (work) => syncTables(work, { begin }), { ...options, purpose })
}

/** Sets a table's cursor back to position 0, so that rows up to `goal` are written over equal ones. */
async function rewind(
  work: WarehouseWork,
  { table, goal }: { table: WarehouseTable; goal: bigint },
): Promise<void> {
  const { target } = work
  const cursor = await target.readCursor(table)
  // A newer version of the product syncs the table.
  if (cursor !== undefined && cursor.version > table.version) return
  await target.prepare(table)
  await target.mend?.(table)
  // First: after a crash, the next sync opens a warehouse whose cursor copy is behind.
  await recordCursor(work, table, { position: 0n })
  // The history stays, for the sync that follows to judge.
  const { history } = cursor ?? {}
  await target.writeCursor(table, { position: 0n, rewriteUntil: goal, version: table.version, history })
}
