import { backfillWarehouseAct, planBackfillRead } from './jobs/backfill-acts.ts'
import { repairWarehouseAct, syncWarehouseAct, verifyWarehouseAct } from './jobs/warehouse-job-acts.ts'
import { pauseWarehouseAct, resumeWarehouseAct, switchWarehouseChoice } from './switch-warehouse.ts'

export { createWarehouseAct } from './create-warehouse.ts'
export { dropWarehouseAct } from './drop-warehouse.ts'
export { editWarehouseAct } from './edit-warehouse.ts'
export {
  type BackfillJobResult,
  type SyncJobResult,
  type VerifyJobResult,
  warehouseJobWorks,
} from './jobs/warehouse-job-works.ts'
export { personalKeySchema, tablesSchema, warehouseIntervalMs } from './warehouse-input.ts'
export type { WarehouseActServices } from './warehouse-services.ts'
export {
  backfillWarehouseAct,
  pauseWarehouseAct,
  planBackfillRead,
  repairWarehouseAct,
  resumeWarehouseAct,
  syncWarehouseAct,
  verifyWarehouseAct,
}

export const warehouseOperations = [
  ...[pauseWarehouseAct, resumeWarehouseAct, switchWarehouseChoice],
  ...[syncWarehouseAct, verifyWarehouseAct, repairWarehouseAct, backfillWarehouseAct, planBackfillRead],
] as const
