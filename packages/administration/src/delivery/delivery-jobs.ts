import type { Demand } from '@signalpost/authorization'
import type { DatabaseTransaction } from '@signalpost/database'
import {
  createJob,
  demandRoomForJobs,
  findWaitingJobOfItems,
  getJob,
  type Job,
  lockOpenJobs,
  removeJob,
} from '@signalpost/database/acts'
import {
  addDeliveriesToJob,
  type DeliveryFilter,
  deliveryErrorCodes,
  discardDeliveries,
  findDeliveries,
  type MeantDeliveries,
  replayDeliveries,
} from '@signalpost/database/ledger'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { type ActWork, type Done, defineAct, type LimitedActServices } from '../define-act.ts'
import type { JobWork } from '../jobs/define-job.ts'

const statuses = ['queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead'] as const

const input = z.strictObject({
  /** Optional with ids, which already identify the workspace. */
  orgId: orgIdSchema.optional(),
  /** The deliveries, unless a filter is given. */
  ids: z.array(z.string()).min(1).max(10_000).optional(),
  filter: z
    .strictObject({
      status: z.enum(statuses),
      type: z.string().optional(),
      error: z.enum(deliveryErrorCodes).optional(),
      eventId: z.string().optional(),
      deliveryId: z.string().optional(),
      batchId: z.string().optional(),
      sinceMs: z.number().int().optional(),
      untilMs: z.number().int().optional(),
      sourceId: z.string().optional(),
      /** As a preview named it: deliveries after this one are left out. */
      upTo: z.string().optional(),
    })
    .optional(),
})

type Input = z.output<typeof input>

/** Creates a job that sends deliveries through the worker again. Throws RejectedError `not_found`. */
export const replayDeliveriesAct = jobActOf({ name: 'delivery.replay', demands: 'member' })

/** Creates a job that gives up dead or queued deliveries. Throws RejectedError `not_found`. */
export const discardDeliveriesAct = jobActOf({ name: 'delivery.discard', demands: 'admin' })

/** What workers do for the jobs on deliveries: each step is one transaction. */
export const deliveryJobWorks: readonly JobWork[] = [
  {
    act: replayDeliveriesAct.name,
    step: (transaction, { itemIds }) => replayDeliveries(transaction, itemIds),
  },
  {
    act: discardDeliveriesAct.name,
    step: (transaction, { itemIds }) => discardDeliveries(transaction, itemIds),
  },
]

function jobActOf({ name, demands }: { name: string; demands: Demand }) {
  return defineAct({
    name,
    demands,
    input,
    run: (work: ActWork<Input, LimitedActServices>) => createDeliveryJob(name, work),
  })
}

/** A job that waits and acts on all of these deliveries is answered again. A full workspace is refused with `conflict`. */
async function createDeliveryJob(
  act: string,
  { transaction, services, caller, input: given }: ActWork<Input, LimitedActServices>,
): Promise<Done<Job | undefined>> {
  const { orgId, deliveries } = await findMeant(transaction, given)
  const { ids, filter } = given
  await lockOpenJobs(transaction, orgId)
  const { jobId } = await createJob(transaction, { orgId, act, input: { ids, filter }, by: caller.actor })
  const total = await addDeliveriesToJob(transaction, { jobId, deliveries })
  const waiting = total === 0 ? undefined : await findWaitingJobOfItems(transaction, { orgId, act, jobId })
  if (total === 0 || waiting !== undefined) {
    await removeJob(transaction, { jobId })
    return { result: waiting }
  }
  await demandRoomForJobs(transaction, { orgId, most: services.workspaceLimits.openJobs })
  const change = { orgId, target: { type: 'job', id: jobId }, before: null, after: { ids, filter, total } }
  return { result: await getJob(transaction, { jobId }), change }
}

type Meant = { orgId: string; deliveries: MeantDeliveries }

async function findMeant(transaction: DatabaseTransaction, { orgId, ids, filter }: Input): Promise<Meant> {
  if (ids !== undefined && filter === undefined) {
    return { orgId: await findWorkspaceOf(transaction, { orgId, ids }), deliveries: { ids } }
  }
  if (filter === undefined || ids !== undefined) throw invalid('ids', 'expected either ids or a filter')
  if (orgId === undefined) throw invalid('orgId', 'expected a workspace beside a filter')
  const deliveries: { filter: DeliveryFilter } = { filter: { orgId, ...filter } }
  return { orgId, deliveries }
}

/** A job belongs to one workspace, so its deliveries do too. */
async function findWorkspaceOf(
  transaction: DatabaseTransaction,
  { orgId, ids }: { orgId: string | undefined; ids: readonly string[] },
): Promise<string> {
  const found = await findDeliveries(transaction, ids, orgId)
  const [only, ...others] = new Set(found.map((delivery) => delivery.orgId))
  const meant = new Set(ids).size
  if (only === undefined || found.length < meant) {
    const missing = meant - found.length
    const message = `${missing} of ${meant} deliveries do not exist; nothing changed.`
    throw new RejectedError('not_found', message)
  }
  if (others.length > 0) throw invalid('ids', 'expected deliveries of one workspace')
  return only
}

function invalid(path: string, message: string): RejectedError {
  const issues = [{ path, message }]
  return new RejectedError('invalid_request', 'The deliveries are not named rightly.', { issues })
}
