import { performAct } from '@signalpost/administration'
import { discardDeliveriesAct, replayDeliveriesAct } from '@signalpost/administration/delivery'
import { describeJob, jobSchema } from '@signalpost/administration/jobs'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { deliveryFilters, filterOf } from './delivery-filters.ts'
import { deliveryStatuses } from './delivery-schema.ts'

const body = z.union([
  z.strictObject({ ids: z.array(z.string()).min(1).max(1_000) }),
  z.strictObject({
    filter: z.strictObject({
      ...deliveryFilters,
      status: z.enum(deliveryStatuses),
      upTo: z
        .string()
        .optional()
        .meta({ description: 'As a preview named it: later deliveries are left out.' }),
    }),
  }),
])
/** Fixing what a job acts on may have to read the whole ledger. */
const timeoutMs = 60_000
const success = { status: 201, description: 'The job, which a worker runs.', schema: jobSchema }

export const replayDeliveries = defineRoute({
  operationId: 'replayDeliveries',
  method: 'post',
  path: '/console/api/w/{orgId}/deliveries/replay',
  role: 'member',
  summary: 'Apply deliveries again, as a job',
  ...{ params: workspaceParams, query: noQuery, body, success, timeoutMs },
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { orgId }, body: given }) =>
    describeCreated(
      await performAct(services, { caller, act: replayDeliveriesAct, input: inputOf(orgId, given) }),
    ),
})

export const discardDeliveries = defineRoute({
  operationId: 'discardDeliveries',
  method: 'post',
  path: '/console/api/w/{orgId}/deliveries/discard',
  role: 'admin',
  summary: 'Give up dead or queued deliveries, as a job',
  ...{ params: workspaceParams, query: noQuery, body, success, timeoutMs },
  errors: ['not_found', 'conflict'],
  handle: async (services, { caller, params: { orgId }, body: given }) =>
    describeCreated(
      await performAct(services, { caller, act: discardDeliveriesAct, input: inputOf(orgId, given) }),
    ),
})

function inputOf(orgId: string, given: z.infer<typeof body>) {
  if ('ids' in given) return { orgId, ids: given.ids }
  const { status, upTo } = given.filter
  const { orgId: _, ...filter } = filterOf(orgId, given.filter)
  return { orgId, filter: { ...filter, status, upTo } }
}

function describeCreated(job: Parameters<typeof describeJob>[0] | undefined) {
  if (job === undefined) throw new RejectedError('not_found', 'No delivery matches any more.')
  return describeJob(job)
}
