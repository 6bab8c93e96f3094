import type { Role } from '@signalpost/authorization'
import {
  createJob,
  demandRoomForJobs,
  findWaitingJob,
  type Job,
  lockOpenJobs,
} from '@signalpost/database/acts'
import { getWarehouse, readCursorCopies, type StoredWarehouse } from '@signalpost/database/warehouses'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { countRows } from '@signalpost/sync'
import { z } from 'zod'
import type { ActCall, LimitedActServices } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import { jobDocument } from '../jobs/job-document.ts'
import type { WarehouseActServices } from './warehouse-services.ts'

const input = z.strictObject({ warehouseId: z.string(), orgId: orgIdSchema.optional() })

/** What a job on a warehouse stores: the warehouse, and by table how many rows the job handles. */
export const warehouseJobInput = z.object({ warehouseId: z.string(), rows: z.record(z.string(), z.number()) })

/** Throws RejectedError `not_found`, and `conflict` where it is paused. */
export const syncWarehouseAct = jobActOf({
  verb: 'sync',
  summary: 'Sync a warehouse now, as a job, and retry every row that it refused.',
  demands: 'member',
  allowsPaused: false,
  countRows: async ({ services: { database } }, warehouse) =>
    countRows(database, { ...warehouse, after: await readCursorCopies(database, warehouse.warehouseId) }),
})

/** Throws RejectedError `not_found`. */
export const verifyWarehouseAct = jobActOf({
  verb: 'verify',
  summary:
    "Compare every row of a warehouse with what is stored, at the warehouse's position, as a job. Writes nothing to it.",
  demands: 'member',
  allowsPaused: true,
})

/** Throws RejectedError `not_found`. */
export const repairWarehouseAct = jobActOf({
  verb: 'repair',
  summary: 'Compare a warehouse and send again what differs, as a job.',
  demands: 'admin',
  allowsPaused: true,
})

/** Throws RejectedError `not_found`, and `conflict` where it is paused. */
export const backfillWarehouseAct = jobActOf({
  verb: 'backfill',
  summary: 'Send every row to a warehouse again, as a job. After a crash it continues where it was.',
  demands: 'admin',
  allowsPaused: false,
})

type Call = ActCall<z.output<typeof input>, WarehouseActServices & LimitedActServices>

type JobAct<Verb> = {
  verb: Verb
  summary: string
  demands: Role
  allowsPaused: boolean
  /** By table; all rows of the workspace by default. */
  countRows?: (call: Call, warehouse: StoredWarehouse) => Promise<Record<string, number>>
}

/** The job that waits already is answered again. A full workspace is refused with `conflict`. */
function jobActOf<const Verb extends string>({
  verb,
  allowsPaused,
  countRows: count = countAllRows,
  ...shown
}: JobAct<Verb>) {
  const name = `warehouse.${verb}` as const
  return defineOperation({
    ...shown,
    name,
    input,
    http: {
      ...{ method: 'post', path: `/warehouses/{id}/${verb}`, status: 201, takesLong: true },
      // What a job acts on is counted when it is made.
      timeoutMs: 60_000,
      errors: ['not_found', 'conflict'],
    },
    output: { ...jobDocument, description: 'The job, which a worker runs.' },
    around: async (call: Call, commit): Promise<Job> => {
      const { services, caller, input: reference } = call
      const warehouse = await getWarehouse(services.database, reference)
      if (warehouse.isPaused && !allowsPaused) {
        throw new RejectedError('conflict', 'The warehouse is paused; resume it first.')
      }
      const { warehouseId, orgId } = warehouse
      const rows = await count(call, warehouse)
      const total = Object.values(rows).reduce((sum, one) => sum + one, 0)
      return commit(async (transaction) => {
        await lockOpenJobs(transaction, orgId)
        const waiting = await findWaitingJob(transaction, { orgId, act: name, input: { warehouseId } })
        if (waiting !== undefined) return { result: waiting }
        const work = { orgId, act: name, input: { warehouseId, rows }, total, by: caller.actor }
        const job = await createJob(transaction, work)
        await demandRoomForJobs(transaction, { orgId, most: services.workspaceLimits.openJobs })
        const target = { type: 'job', id: job.jobId }
        return { result: job, change: { orgId, target, before: null, after: { warehouseId, total } } }
      })
    },
  })
}

function countAllRows({ services }: Call, warehouse: StoredWarehouse): Promise<Record<string, number>> {
  return countRows(services.database, warehouse)
}
