import { deleteWarehouse, type WarehouseReference } from '@signalpost/database'
import { warehouseTables } from '@signalpost/domain'
import { leaseForPeople } from './lease-for-people.ts'
import type { PeopleOptions } from './sync-warehouse.ts'
import { type SyncDependencies, workOnWarehouse } from './work-on-warehouse.ts'

/**
 * Removes the workspace's rows from a warehouse, with the tables that are empty then, and forgets the warehouse. Throws
 * as `syncWarehouse` does, but for one that is paused; then it is still there.
 */
export async function dropWarehouseWithTables(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  options: PeopleOptions = {},
): Promise<void> {
  const lease = await leaseForPeople(dependencies.database, warehouse, { ...options, allowsPaused: true })
  await workOnWarehouse(
    dependencies,
    lease,
    async ({ database, target }) => {
      await target.dropTables(warehouseTables)
      await deleteWarehouse(database, warehouse)
    },
    options,
  )
}
