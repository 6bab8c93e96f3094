import type { Job } from '@signalpost/database/acts'
import {
  backfillWarehouse,
  type PeopleOptions,
  type SyncReport,
  syncWarehouse,
  type TableRewrite,
  type VerifyReport,
  verifyWarehouse,
  WarehouseError,
  WorkInterrupted,
} from '@signalpost/sync'
import { z } from 'zod'
import type { JobWork } from '../jobs/define-job.ts'
import { JobFailure, JobInterrupted } from '../jobs/job-errors.ts'
import { createRowProgress, type RowProgress } from './row-progress.ts'
import {
  backfillWarehouseAct,
  repairWarehouseAct,
  syncWarehouseAct,
  verifyWarehouseAct,
  warehouseJobInput,
} from './warehouse-job-acts.ts'
import type { WarehouseActServices } from './warehouse-services.ts'

/** The result of a sync. `rewritten` names the tables that took up another history of the database. */
export type SyncJobResult = SyncReport & { rewritten: TableRewrite[] }

/** The result of a comparison. */
export type VerifyJobResult = VerifyReport & { rewritten: TableRewrite[] }

/** The result of a backfill. */
export type BackfillJobResult = {
  warehouseId: string
  /** How many rows were sent, by table. */
  rows: Record<string, number>
  rejected: number
  rewritten: TableRewrite[]
}

const checkpointSchema = z.object({ begun: z.array(z.string()), rows: z.record(z.string(), z.number()) })

const retryMs = 1_000

/**
 * What workers do for jobs on warehouses. A verify begins again after a crash; a backfill continues from its cursors.
 */
export const warehouseJobWorks: readonly JobWork<WarehouseActServices>[] = [
  workOf(syncWarehouseAct.name, async ({ services, warehouse, options, rewritten, progress }) => {
    const report = await syncWarehouse(services, warehouse, options)
    progress.finish(sum(report.rows))
    return { ...report, rewritten } satisfies SyncJobResult
  }),
  workOf(verifyWarehouseAct.name, (work) => verify(work, { repair: false })),
  workOf(repairWarehouseAct.name, (work) => verify(work, { repair: true })),
  workOf(backfillWarehouseAct.name, backfill),
]

type Work = {
  services: WarehouseActServices
  job: Job
  warehouse: { warehouseId: string; orgId: string }
  options: PeopleOptions
  progress: RowProgress
  /** Filled while the work runs. */
  rewritten: TableRewrite[]
}

function workOf(act: string, run: (work: Work) => Promise<unknown>): JobWork<WarehouseActServices> {
  return {
    act,
    run: async (services, { job, signal, onProgress }) => {
      const { warehouseId, rows } = warehouseJobInput.parse(job.input)
      const progress = createRowProgress({ job, rows, onProgress })
      const rewritten: TableRewrite[] = []
      const options = {
        signal,
        onProgress: progress.add,
        onRewrite: (rewrite: TableRewrite) => void rewritten.push(rewrite),
      }
      const warehouse = { warehouseId, orgId: job.orgId }
      return run({ services, job, warehouse, options, progress, rewritten }).catch(rethrowForJob)
    },
  }
}

async function verify(
  { services, warehouse, options, progress, rewritten }: Work,
  { repair }: { repair: boolean },
): Promise<VerifyJobResult> {
  const report = await verifyWarehouse(services, warehouse, { ...options, repair })
  progress.finish(report.repaired)
  return { ...report, rewritten }
}

async function backfill({
  services,
  job,
  warehouse,
  options,
  progress,
  rewritten,
}: Work): Promise<BackfillJobResult> {
  const { data: before = { begun: [], rows: {} } } = checkpointSchema.safeParse(job.checkpoint)
  const begun = [...before.begun]
  const rows = { ...before.rows }
  const report = await backfillWarehouse(services, warehouse, {
    ...options,
    begun: before.begun,
    onBegun: (table) => begun.push(table),
    onProgress: (reached) => {
      rows[reached.table] = (before.rows[reached.table] ?? 0) + reached.rows
      progress.add(reached, { changed: sum(rows), checkpoint: { begun, rows } })
    },
  })
  for (const [table, sent] of Object.entries(report.rows)) rows[table] = (before.rows[table] ?? 0) + sent
  progress.finish(sum(rows))
  return { warehouseId: warehouse.warehouseId, rows, rejected: report.rejected, rewritten }
}

function sum(rows: Record<string, number>): number {
  return Object.values(rows).reduce((total, one) => total + one, 0)
}

/** A fault of the warehouse fails the job. After an interruption without a request to stop, the job runs again. */
function rethrowForJob(cause: unknown): never {
  if (cause instanceof WarehouseError) {
    throw new JobFailure('unavailable', `The warehouse is degraded: ${cause.message}`, { cause })
  }
  if (cause instanceof WorkInterrupted) throw new JobInterrupted(cause.message, { retryMs, cause })
  throw cause
}
