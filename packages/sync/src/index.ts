export { type VerifyReport, verifyWarehouse } from './comparison/verify-warehouse.ts'
export { countRows } from './count-rows.ts'
export { describeCause } from './describe-cause.ts'
export { describeState } from './describe-state.ts'
export { dropWarehouseWithTables } from './drop-warehouse.ts'
export { describeRewrite } from './history/describe-rewrite.ts'
export { leaseMs } from './leases/keep-lease.ts'
export { type SyncProgress, type TableRewrite, WorkInterrupted } from './leases/warehouse-work.ts'
export type { SyncDependencies, WorkOptions } from './leases/work-on-warehouse.ts'
export {
  glanceAtWarehouses,
  listWarehouseStates,
  type TableState,
  type WarehouseState,
} from './list-warehouse-states.ts'
export { lookForRow } from './look-for-row.ts'
export { type BackfillPlan, planBackfill } from './plan-backfill.ts'
export { type Syncing, startSyncing, syncConnections } from './start-syncing.ts'
export { type BackfillScope, backfillWarehouse } from './tables/backfill-warehouse.ts'
export type { SentUpTo } from './tables/send-range.ts'
export type { SyncedTables } from './tables/sync-tables.ts'
export { type PeopleOptions, type SyncReport, syncLeased, syncWarehouse } from './tables/sync-warehouse.ts'
export { WarehouseError } from './warehouse-error.ts'
