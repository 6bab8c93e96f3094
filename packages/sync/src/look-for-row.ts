import { createHash } from 'node:crypto'
import { leaseWarehouse, type WarehouseReference } from '@signalpost/database/warehouses'
import type { WarehouseTable } from '@signalpost/domain'
import { leaseMs } from './leases/keep-lease.ts'
import { type SyncDependencies, workOnWarehouse } from './leases/work-on-warehouse.ts'

/**
 * Looks for a row in the warehouse itself, whatever our book says. Undefined while another process works on the
 * warehouse. Throws RejectedError `not_found`, and WarehouseError.
 */
export async function lookForRow(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  { table, key, signal }: { table: WarehouseTable; key: string; signal: AbortSignal },
): Promise<boolean | undefined> {
  const lease = await leaseWarehouse(dependencies.database, { ...warehouse, leaseMs, allowsPaused: true })
  if (lease === undefined) return undefined
  const prefix = createHash('md5').update(key).digest('hex').slice(0, 4)
  return workOnWarehouse(
    dependencies,
    lease,
    async ({ target }) => {
      if ((await target.findFaults(table)) === undefined) return false
      const rows = await target.listHashes(table, [prefix])
      return rows.some((row) => row.key === key)
    },
    { signal, purpose: 'look' },
  )
}
