import type { Demand } from '@signalpost/authorization'
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
import { type ActCall, defineAct, type LimitedActServices } from '../define-act.ts'
import type { WarehouseActServices } from './warehouse-services.ts'

const input = z.strictObject({ warehouseId: z.string(), orgId: orgIdSchema.optional() })

/** What a job on a warehouse stores: the warehouse, and by table how many rows the job handles. */
export const warehouseJobInput = z.object({ warehouseId: z.string(), rows: z.record(z.string(), z.number()) })

/** Creates a job that syncs a warehouse now. Throws RejectedError `not_found`, and `conflict` where it is paused. */
export const syncWarehouseAct = jobActOf({
  name: 'warehouse.sync',
  demands: 'member',
  allowsPaused: false,
  countRows: async ({ services: { database } }, { warehouseId, orgId, tables }) =>
    countRows(database, { orgId, tables, after: await readCursorCopies(database, warehouseId) }),
})

/**
 * Creates a job that compares a warehouse with what is stored, and writes nothing to it. Throws RejectedError
 * `not_found`.
 */
export const verifyWarehouseAct = jobActOf({
  name: 'warehouse.verify',
  demands: 'member',
  allowsPaused: true,
})

/** Creates a job that compares a warehouse and sends what differs again. Throws RejectedError `not_found`. */
export const repairWarehouseAct = jobActOf({ name: 'warehouse.repair', demands: 'admin', allowsPaused: true })

/** Creates a job that sends every row again. Throws RejectedError `not_found`, and `conflict` where it is paused. */
export const backfillWarehouseAct = jobActOf({
  name: 'warehouse.backfill',
  demands: 'admin',
  allowsPaused: false,
})

type Call = ActCall<z.output<typeof input>, WarehouseActServices & LimitedActServices>

type JobAct = {
  name: string
  demands: Demand
  allowsPaused: boolean
  /** By table; all rows of the workspace by default. */
  countRows?: (call: Call, warehouse: StoredWarehouse) => Promise<Record<string, number>>
}

/** The job that waits already is answered again. A full workspace is refused with `conflict`. */
function jobActOf({ name, demands, allowsPaused, countRows: count = countAllRows }: JobAct) {
  return defineAct({
    name,
    demands,
    input,
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

function countAllRows(
  { services }: Call,
  { orgId, tables }: StoredWarehouse,
): Promise<Record<string, number>> {
  return countRows(services.database, { orgId, tables })
}
