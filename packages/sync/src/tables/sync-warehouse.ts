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
import { chosenTables } from '@signalpost/domain'
import { warehouseKinds } from '@signalpost/warehouses'
import { comparedInOf } from '../comparison/compared-in-of.ts'
import { leaseForPeople, type WaitOptions } from '../leases/lease-for-people.ts'
import { type SyncDependencies, type WorkOptions, workOnWarehouse } from '../leases/work-on-warehouse.ts'
import { listWarehouseStates } from '../list-warehouse-states.ts'
import { type SyncedTables, syncTables } from './sync-tables.ts'

export type SyncReport = SyncedTables & {
  /** Rows that changed since the sync began, and wait for the next. */
  lagRows: number
  seconds: number
}

export type PeopleOptions = WorkOptions & WaitOptions

/**
 * Brings a warehouse up to what was committed when this began, and sends all its refused rows again. Waits for another
 * process that works on it.
 *
 * @throws RejectedError if the warehouse is unknown, paused, or leased by another process for too long
 * @throws WarehouseError if the warehouse fails, which makes it degraded
 * @throws WorkInterrupted if `signal` aborts
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
 * Syncs a leased warehouse, and sends its refused rows that are due again. Returns undefined without opening the
 * warehouse if our copies of its cursors say that it is in sync and no refused row is due, because opening some kinds
 * costs money. Once its kind's `looksAgainAfterMs` have passed, it is opened anyway to see that its tables still exist.
 *
 * @throws WarehouseError, WorkInterrupted
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
  { warehouseId, orgId, edition, ...lease }: WarehouseLease,
): Promise<boolean> {
  const chosen = chosenTables(lease)
  await sequenceChanges(database, { orgId })
  // Our copies may have been restored with the rest of the database, so each warehouse is asked once after a start.
  const source = await readSourceIdentity(database)
  if ((await readComparedIn(database, warehouseId)) !== comparedInOf(source)) return false
  const positions = await readPositions(database, { orgId, tables: chosen.map(({ name }) => name) })
  const copies = await readCursorCopies(database, warehouseId)
  return chosen.every(({ name, version }) => {
    const copy = copies.get(name)
    if (copy === undefined || copy.version < version || copy.edition !== edition) return false
    return copy.position === (positions.get(name) ?? 0n)
  })
}
