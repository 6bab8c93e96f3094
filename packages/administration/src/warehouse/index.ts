import { createWarehouseAct } from './create-warehouse.ts'
import { dropWarehouseAct } from './drop-warehouse.ts'
import { editWarehouseAct } from './edit-warehouse.ts'
import { backfillWarehouseAct, planBackfillRead } from './jobs/backfill-acts.ts'
import { repairWarehouseAct, syncWarehouseAct, verifyWarehouseAct } from './jobs/warehouse-job-acts.ts'
import { getWarehouseRead, listRejectsRead, listRunsRead, listWarehousesRead } from './read-warehouses.ts'
import { listRecipesRead } from './recipes/list-recipes.ts'
import { runRecipeRead } from './recipes/run-recipe.ts'
import { pauseWarehouseAct, resumeWarehouseAct, switchWarehouseChoice } from './switch-warehouse.ts'

export {
  type BackfillJobResult,
  type SyncJobResult,
  type VerifyJobResult,
  warehouseJobWorks,
} from './jobs/warehouse-job-works.ts'
export { personalKeySchema, tablesSchema, warehouseIntervalMs } from './warehouse-input.ts'
export type { PatientWarehouseServices, WarehouseActServices } from './warehouse-services.ts'
export {
  backfillWarehouseAct,
  createWarehouseAct,
  dropWarehouseAct,
  editWarehouseAct,
  getWarehouseRead,
  listRejectsRead,
  listWarehousesRead,
  pauseWarehouseAct,
  planBackfillRead,
  repairWarehouseAct,
  resumeWarehouseAct,
  syncWarehouseAct,
  verifyWarehouseAct,
}

export const warehouseOperations = [
  ...[listWarehousesRead, getWarehouseRead, createWarehouseAct, editWarehouseAct, dropWarehouseAct],
  ...[listRejectsRead, listRunsRead, listRecipesRead, runRecipeRead],
  ...[pauseWarehouseAct, resumeWarehouseAct, switchWarehouseChoice],
  ...[syncWarehouseAct, verifyWarehouseAct, repairWarehouseAct, backfillWarehouseAct, planBackfillRead],
] as const
