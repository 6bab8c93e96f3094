import type { WarehouseReference } from '@signalpost/database/warehouses'
import { syncStateTable, type WarehouseTable, warehouseTables } from '@signalpost/domain'
import { leaseForPeople } from './leases/lease-for-people.ts'
import { type SyncDependencies, workOnWarehouse } from './leases/work-on-warehouse.ts'
import type { PeopleOptions } from './tables/sync-warehouse.ts'

/**
 * Removes the workspace's rows from a warehouse, of some tables or of all, with those that are empty then, and calls `forget`, which removes
 * the warehouse itself, while no other process works on it. Throws as `syncWarehouse` does, but for one that is paused;
 * then it is still there.
 */
export async function dropWarehouseWithTables<Result>(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  {
    forget,
    tables = [...warehouseTables, syncStateTable],
    ...options
  }: PeopleOptions & { tables?: readonly WarehouseTable[]; forget: () => Promise<Result> },
): Promise<Result> {
  const lease = await leaseForPeople(dependencies.database, warehouse, { ...options, allowsPaused: true })
  return workOnWarehouse(
    dependencies,
    lease,
    async ({ target }) => {
      await target.dropTables(tables)
      return forget()
    },
    { ...options, purpose: 'removal' },
  )
}
