export { createWarehouseAct } from './create-warehouse.ts'
export { dropWarehouseAct } from './drop-warehouse.ts'
export { editWarehouseAct } from './edit-warehouse.ts'
export { pauseWarehouseAct, resumeWarehouseAct } from './switch-warehouse.ts'
export { personalKeySchema, tablesSchema, warehouseIntervalMs } from './warehouse-input.ts'
export {
  backfillWarehouseAct,
  repairWarehouseAct,
  syncWarehouseAct,
  verifyWarehouseAct,
} from './warehouse-job-acts.ts'
export {
  type BackfillJobResult,
  type SyncJobResult,
  type VerifyJobResult,
  warehouseJobWorks,
} from './warehouse-job-works.ts'
export type { WarehouseActServices } from './warehouse-services.ts'
