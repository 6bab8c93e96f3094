import type { Role } from '@signalpost/authorization'
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
  discardDeliveries,
  findDeliveries,
  type MeantDeliveries,
  replayDeliveries,
} from '@signalpost/database/ledger'
import { orgIdSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import type { ActWork, Done, LimitedActServices } from '../define-act.ts'
import { defineOperation } from '../define-operation.ts'
import type { JobWork } from '../jobs/define-job.ts'
import { describeJob, jobSchema } from '../jobs/job-document.ts'
import {
  type DeliveryAct,
  deliveryActs,
  deliveryFilterOf,
  deliveryFilters,
  deliveryStatuses,
  demandTaken,
} from './delivery-filters.ts'

const input = z.strictObject({
  orgId: orgIdSchema.optional().meta({ description: 'Optional with ids, which already identify it.' }),
  ids: z
    .array(z.string())
    .min(1)
    .max(10_000)
    .optional()
    .meta({ description: 'The deliveries, unless a filter is given.' }),
  filter: z
    .strictObject({
      ...deliveryFilters,
      status: z.enum(deliveryStatuses),
      upTo: z
        .string()
        .optional()
        .meta({ description: 'As a preview named it: later deliveries are left out.' }),
    })
    .optional(),
})

type Input = z.output<typeof input>

/**
 * Creates a job that sends deliveries through the worker again. Throws RejectedError `not_found`, and `conflict` if none of
 * those that are named can be replayed.
 */
export const replayDeliveriesAct = jobActOf({
  name: 'delivery.replay',
  takes: 'replay',
  summary:
    'Send deliveries through the worker again, as a job. Duplicates, conflicts and queued ones stay as they are.',
  demands: 'member',
  path: '/deliveries/replay',
  operationId: 'replayDeliveries',
})

/** Creates a job that gives up dead or queued deliveries. Throws RejectedError as above. */
export const discardDeliveriesAct = jobActOf({
  name: 'delivery.discard',
  takes: 'discard',
  summary: 'Give up dead or queued deliveries, as a job. They can be replayed while the ledger keeps them.',
  demands: 'admin',
  path: '/deliveries/discard',
  operationId: 'discardDeliveries',
})

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

function jobActOf<const Name extends string, const Path extends `/${string}`>({
  path,
  operationId,
  takes,
  ...act
}: {
  name: Name
  takes: DeliveryAct
  summary: string
  demands: Role
  path: Path
  operationId: string
}) {
  return defineOperation({
    ...act,
    input,
    example: { filter: { status: 'dead' } },
    http: {
      method: 'post',
      path,
      status: 201,
      errors: ['not_found', 'conflict'],
      // Fixing what a job acts on may have to read the whole ledger.
      timeoutMs: 60_000,
      operationId,
    },
    output: {
      description: 'The job, which a worker runs.',
      schema: jobSchema,
      of: (job: Job | undefined) => {
        if (job === undefined)
          throw new RejectedError('not_found', `No delivery that can be ${deliveryActs[takes].done} matches.`)
        return describeJob(job)
      },
    },
    run: (work: ActWork<Input, LimitedActServices>) => createDeliveryJob(act.name, takes, work),
  })
}

/** A job that waits and acts on all of these deliveries is answered again. A full workspace is refused with `conflict`. */
async function createDeliveryJob(
  act: string,
  takes: DeliveryAct,
  { transaction, services, caller, input: given }: ActWork<Input, LimitedActServices>,
): Promise<Done<Job | undefined>> {
  const { orgId, deliveries } = await findMeant(transaction, takes, given)
  const { ids, filter: asked } = given
  const filter = asked && meantBy(asked)
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

async function findMeant(
  transaction: DatabaseTransaction,
  takes: DeliveryAct,
  { orgId, ids, filter }: Input,
): Promise<Meant> {
  const { statuses } = deliveryActs[takes]
  if (ids !== undefined && filter === undefined) {
    return { orgId: await findWorkspaceOf(transaction, takes, { orgId, ids }), deliveries: { ids, statuses } }
  }
  if (filter === undefined || ids !== undefined) throw invalid('ids', 'expected either ids or a filter')
  if (orgId === undefined) throw invalid('orgId', 'expected a workspace beside a filter')
  return { orgId, deliveries: { filter: { orgId, ...meantBy(filter) }, statuses } }
}

function meantBy({ upTo, ...filters }: NonNullable<Input['filter']>): Omit<DeliveryFilter, 'orgId'> {
  return { ...deliveryFilterOf(filters), ...(upTo !== undefined && { upTo }) }
}

/** A job belongs to one workspace, so its deliveries do too, and it can act on at least one of them. */
async function findWorkspaceOf(
  transaction: DatabaseTransaction,
  takes: DeliveryAct,
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
  demandTaken(
    takes,
    found.map(({ status }) => status),
  )
  return only
}

function invalid(path: string, message: string): RejectedError {
  const issues = [{ path, message }]
  return new RejectedError('invalid_request', 'The deliveries are not named rightly.', { issues })
}
