import type { Job } from '@signalpost/database/acts'
import { degradedReason, RejectedError } from '@signalpost/domain'
import {
  backfillWarehouse,
  listWarehouseStates,
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
import type { JobWork } from '../../jobs/define-job.ts'
import { JobFailure, JobInterrupted } from '../../jobs/job-errors.ts'
import type { WarehouseActServices } from '../warehouse-services.ts'
import { backfillScopeSchema, backfillWarehouseAct } from './backfill-acts.ts'
import { createRowProgress, type RowProgress } from './row-progress.ts'
import {
  repairWarehouseAct,
  syncWarehouseAct,
  verifyWarehouseAct,
  warehouseJobInput,
} from './warehouse-job-acts.ts'

/** The result of a sync. `rewritten` names the tables that took up another history of the database. */
export type SyncJobResult = SyncReport & { rewritten: TableRewrite[] }

/** The result of a comparison. */
export type VerifyJobResult = VerifyReport & { rewritten: TableRewrite[] }

/** The result of a backfill. */
export type BackfillJobResult = {
  warehouseId: string
  /** How many rows the job sent, by table. */
  rows: Record<string, number>
  /** Whether it continued after an interruption, during which a sync may have sent more of them. */
  isContinued: boolean
  rejected: number
  rewritten: TableRewrite[]
}

const checkpointSchema = z.object({
  begun: z.array(z.string()),
  rows: z.record(z.string(), z.number()),
  sentUpTo: z.object({ table: z.string(), key: z.string() }).optional(),
})

const retryMs = 1_000
const retryPausedMs = 5_000

/**
 * What workers do for jobs on warehouses. A verify begins again after a crash; a backfill continues from its cursors.
 */
export const warehouseJobWorks: readonly JobWork<WarehouseActServices>[] = [
  workOf(syncWarehouseAct.name, async ({ services, warehouse, options, rewritten, progress }) => {
    const report = await syncWarehouse(services, warehouse, options)
    progress.finish(sum(report.rows))
    await failIfDegraded(services, warehouse)
    return { ...report, rewritten } satisfies SyncJobResult
  }),
  workOf(verifyWarehouseAct.name, (work) => verify(work, { repair: false })),
  workOf(repairWarehouseAct.name, (work) => verify(work, { repair: true })),
  workOf(backfillWarehouseAct.name, backfill),
]

type Work = {
  services: WarehouseActServices
  job: Job
  /** How many rows of each table the job handles. */
  planned: Readonly<Record<string, number>>
  scope: unknown
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
      const { warehouseId, rows, scope } = warehouseJobInput.parse(job.input)
      const progress = createRowProgress({ job, rows, onProgress })
      const rewritten: TableRewrite[] = []
      const options = {
        signal,
        onProgress: progress.add,
        onRewrite: (rewrite: TableRewrite) => void rewritten.push(rewrite),
      }
      const warehouse = { warehouseId, orgId: job.orgId }
      return run({ services, job, planned: rows, scope, warehouse, options, progress, rewritten }).catch(
        rethrowForJob,
      )
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
  planned,
  scope: stored,
  warehouse,
  options,
  progress,
  rewritten,
}: Work): Promise<BackfillJobResult> {
  const { data: scope } = backfillScopeSchema.safeParse(stored)
  const { data: before = { begun: [], rows: {} } } = checkpointSchema.safeParse(job.checkpoint)
  const begun = [...before.begun]
  const rows = { ...before.rows }
  const report = await backfillWarehouse(services, warehouse, {
    ...options,
    ...(scope && { scope }),
    ...{ begun: before.begun, sentUpTo: before.sentUpTo },
    onBegun: (table) => begun.push(table),
    onProgress: (reached) => {
      rows[reached.table] = (before.rows[reached.table] ?? 0) + reached.rows
      progress.add(reached, { changed: sum(rows), checkpoint: { begun, rows } })
    },
    onSent: ({ table, rows: sent }, sentUpTo) => {
      const done = (before.rows[table] ?? 0) + sent
      rows[table] = done
      const remaining = Math.max(0, (planned[table] ?? 0) - done)
      progress.add(
        { table, rows: sent, remaining },
        { changed: sum(rows), checkpoint: { begun, rows, sentUpTo } },
      )
    },
  }).catch((cause: unknown) => {
    const isPaused = cause instanceof RejectedError && cause.code === 'conflict' && job.checkpoint !== null
    if (!isPaused) throw cause
    throw new JobInterrupted('The backfill continues when the warehouse is resumed.', {
      ...{ cause, retryMs: retryPausedMs },
    })
  })
  for (const [table, sent] of Object.entries(report.rows)) rows[table] = (before.rows[table] ?? 0) + sent
  progress.finish(sum(rows))
  await failIfDegraded(services, warehouse)
  const isContinued = job.checkpoint !== null && (scope?.range ?? null) === null
  return { warehouseId: warehouse.warehouseId, rows, isContinued, rejected: report.rejected, rewritten }
}

/** Fails a job that ended well and left the warehouse degraded, because it refuses too many rows. */
async function failIfDegraded(
  { database }: WarehouseActServices,
  warehouse: Work['warehouse'],
): Promise<void> {
  const [state] = await listWarehouseStates(database, warehouse)
  const why = state === undefined ? null : degradedReason(state)
  if (why !== null) throw isDegraded(why)
}

function sum(rows: Record<string, number>): number {
  return Object.values(rows).reduce((total, one) => total + one, 0)
}

/** A fault of the warehouse fails the job. After an interruption without a request to stop, the job runs again. */
function rethrowForJob(cause: unknown): never {
  if (cause instanceof WarehouseError) {
    throw isDegraded(cause.message, { cause })
  }
  if (cause instanceof WorkInterrupted) throw new JobInterrupted(cause.message, { retryMs, cause })
  throw cause
}

function isDegraded(why: string, options?: ErrorOptions): JobFailure {
  return new JobFailure('unavailable', `The warehouse is degraded: ${why}`, options)
}
