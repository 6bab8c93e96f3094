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
import type { ActCall, Commit, LimitedActServices } from '../../define-act.ts'
import { defineOperation } from '../../define-operation.ts'
import { jobDocument } from '../../jobs/job-document.ts'
import type { WarehouseActServices } from '../warehouse-services.ts'

export const warehouseReference = z.strictObject({
  warehouseId: z.string(),
  orgId: orgIdSchema.optional(),
})

/** What a job on a warehouse stores: the warehouse, and by table how many rows the job handles. */
export const warehouseJobInput = z.object({
  warehouseId: z.string(),
  rows: z.record(z.string(), z.number()),
  /** What a backfill sends. */
  scope: z.unknown().optional(),
})

export const jobOutput = { ...jobDocument, description: 'The job, which a worker runs.' }

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
  summary: "Compare every row of a warehouse with what is stored, at the warehouse's position, as a job.",
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

export type WarehouseJobServices = WarehouseActServices & LimitedActServices

type Call = ActCall<z.output<typeof warehouseReference>, WarehouseJobServices>

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
    input: warehouseReference,
    http: jobHttp(verb),
    output: jobOutput,
    around: async (call: Call, commit): Promise<Job> => {
      const warehouse = await getWarehouse(call.services.database, call.input)
      if (!allowsPaused) demandUnpaused(warehouse)
      return createWarehouseJob(call, commit, { act: name, warehouse, rows: await count(call, warehouse) })
    },
  })
}

/** Throws RejectedError `conflict`. */
export function demandUnpaused({ isPaused }: StoredWarehouse): void {
  if (isPaused) throw new RejectedError('conflict', 'The warehouse is paused; resume it first.')
}

export function jobHttp<const Verb extends string>(verb: Verb) {
  return {
    method: 'post',
    path: `/warehouses/{id}/${verb}`,
    status: 201,
    takesLong: true,
    // What a job acts on is counted when it is made.
    timeoutMs: 60_000,
    errors: ['not_found', 'conflict'],
  } as const
}

/** Creates a job, unless one waits that does the same. Throws RejectedError `conflict` in a full workspace. */
export function createWarehouseJob(
  { services, caller }: Pick<Call, 'services' | 'caller'>,
  commit: Commit,
  {
    act,
    warehouse: { warehouseId, orgId },
    rows,
    ...chosen
  }: { act: string; warehouse: StoredWarehouse; rows: Record<string, number>; scope?: object },
): Promise<Job> {
  const total = Object.values(rows).reduce((sum, one) => sum + one, 0)
  return commit(async (transaction) => {
    await lockOpenJobs(transaction, orgId)
    const waiting = await findWaitingJob(transaction, { orgId, act, input: { warehouseId, ...chosen } })
    if (waiting !== undefined) return { result: waiting }
    const input = { warehouseId, rows, ...chosen }
    const job = await createJob(transaction, { orgId, act, input, total, by: caller.actor })
    await demandRoomForJobs(transaction, { orgId, most: services.workspaceLimits.openJobs })
    const target = { type: 'job', id: job.jobId }
    const after = { warehouseId, total, ...chosen }
    return { result: job, change: { orgId, target, before: null, after } }
  })
}

function countAllRows({ services }: Call, warehouse: StoredWarehouse): Promise<Record<string, number>> {
  return countRows(services.database, warehouse)
}
