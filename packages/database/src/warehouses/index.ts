export { type DueReject, hasDueRejects, listDueRejects, postponeRejects } from './due-rejects.ts'
export { editWarehouse, lockWarehouse, type WarehouseEdit } from './edit-warehouse.ts'
export {
  leaseDueWarehouse,
  leaseWarehouse,
  recordVerification,
  renewWarehouseLease,
  settleWarehouse,
  type WarehouseLease,
  type WarehouseOutcome,
} from './lease-warehouse.ts'
export { readSourceIdentity, type SourceIdentity } from './source-identity.ts'
export { beginEdition, type CursorCopy, copyCursor, readCursorCopies } from './warehouse-cursors.ts'
export { type RefusedRows, readWarehouseHealth, type WarehouseHealth } from './warehouse-health.ts'
export { readHours, recordHour, type WarehouseHour } from './warehouse-hours.ts'
export { type MeasuredLag, readLags, recordLags } from './warehouse-lags.ts'
export { createMark, hasMark, pruneMarks } from './warehouse-marks.ts'
export {
  countRejects,
  deleteRejects,
  findRejects,
  listRejects,
  type RejectedRow,
  type RejectsPage,
  rejectRow,
} from './warehouse-rejects.ts'
export { readComparedIn, recordComparedIn, recordRewrite } from './warehouse-rewrites.ts'
export {
  type ComparedRows,
  findLastComparison,
  listRuns,
  recordRun,
  type WarehouseRun,
} from './warehouse-runs.ts'
export type { WarehouseSecrets } from './warehouse-secrets.ts'
export {
  createWarehouse,
  deleteWarehouse,
  getWarehouse,
  hastenWarehouse,
  listWarehouses,
  type NewWarehouse,
  openPersonalKey,
  openWarehouseSecrets,
  type StoredWarehouse,
  setWarehousePaused,
  type WarehouseReference,
} from './warehouses.ts'
