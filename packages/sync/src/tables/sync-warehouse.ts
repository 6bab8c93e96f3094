import { readPositions, sequenceChanges } from '@signalpost/database/changes'
import {
  hasDueRejects,
  readComparedIn,
  readCursorCopies,
  readSourceIdentity,
  settleWarehouse,
  type WarehouseLease,
  type WarehouseReference,
} from '@signalpost/database/warehouses'
import { warehouseTables } from '@signalpost/domain'
import { warehouseKinds } from '@signalpost/warehouses'
import { comparedInOf } from '../comparison/compared-in-of.ts'
import { leaseForPeople, type WaitOptions } from '../leases/lease-for-people.ts'
import { type SyncDependencies, type WorkOptions, workOnWarehouse } from '../leases/work-on-warehouse.ts'
import { listWarehouseStates } from '../list-warehouse-states.ts'
import { type SyncedTables, syncTables } from './sync-tables.ts'

export type SyncReport = SyncedTables & {
  /** What changed since it began, and waits for the next. */
  lagRows: number
  seconds: number
}

export type PeopleOptions = WorkOptions & WaitOptions

/**
 * Brings a warehouse up to what was committed when this began, and retries all rows that it refused. Waits for another
 * process that works on it. Throws RejectedError if it is paused, unknown, or leased by another for too long;
 * WarehouseError if the warehouse fails, which makes it degraded; WorkInterrupted if `signal` aborted.
 */
export async function syncWarehouse(
  dependencies: SyncDependencies,
  warehouse: WarehouseReference,
  options: PeopleOptions = {},
): Promise<SyncReport> {
  const startedAtMs = performance.now()
  const lease = await leaseForPeople(dependencies.database, warehouse, options)
  const synced = await workOnWarehouse(
    dependencies,
    lease,
    (work) => syncTables(work, { retriesAll: true }),
    options,
  )
  const [state] = await listWarehouseStates(dependencies.database, { warehouseId: lease.warehouseId })
  const seconds = Math.round((performance.now() - startedAtMs) / 100) / 10
  return { ...synced, lagRows: state?.lagRows ?? 0, seconds }
}

/**
 * The same for a warehouse that is leased. One that is in sync by our own book, and has no refused row to try
 * again, is opened only now and then to see that its tables are still there, as some cost money whenever they are;
 * undefined where it was not.
 */
export async function syncLeased(
  dependencies: SyncDependencies,
  lease: WarehouseLease,
  options: WorkOptions = {},
): Promise<SyncedTables | undefined> {
  const { database, kinds = warehouseKinds } = dependencies
  const kind = kinds.find((one) => one.kind === lease.kind)
  if (
    lease.failures === 0 &&
    lease.openedMsAgo !== null &&
    lease.openedMsAgo < (kind?.looksAgainAfterMs ?? 0) &&
    !(await hasDueRejects(database, lease.warehouseId)) &&
    (await isInSync(dependencies, lease))
  ) {
    await settleWarehouse(database, { ...lease, outcome: { result: 'synced' } })
    return undefined
  }
  return workOnWarehouse(dependencies, lease, (work) => syncTables(work), options)
}

async function isInSync(
  { database }: SyncDependencies,
  { warehouseId, orgId }: WarehouseLease,
): Promise<boolean> {
  await sequenceChanges(database)
  // The book may have been restored together with the rest: after a start of the server warehouses are asked once.
  const source = await readSourceIdentity(database)
  if ((await readComparedIn(database, warehouseId)) !== comparedInOf(source)) return false
  const positions = await readPositions(database, { orgId, tables: warehouseTables.map(({ name }) => name) })
  const copies = await readCursorCopies(database, warehouseId)
  return warehouseTables.every(({ name, version }) => {
    const copy = copies.get(name)
    return copy !== undefined && copy.version >= version && copy.position === (positions.get(name) ?? 0n)
  })
}
