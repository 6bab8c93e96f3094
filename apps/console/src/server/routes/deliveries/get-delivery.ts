import { findDelivery } from '@signalpost/database/ledger'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'
import { deliverySchema, describeDelivery } from './delivery-schema.ts'

const shownSchema = deliverySchema.extend({
  requestId: z.string(),
  error: z.string().nullable(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).nullable(),
  settledAt: z.iso.datetime().nullable(),
  index: z.int().meta({ description: "Its place in the request's array of events." }),
  sha256: z.string().meta({ description: 'Of the whole request, in hex.' }),
  traceId: z.string(),
  signalId: z
    .string()
    .nullable()
    .meta({ description: 'The signal that its event is about, once it is settled.' }),
  batchId: z.string(),
  firstDeliveryId: z
    .string()
    .nullable()
    .meta({ description: 'Of a duplicate or a conflict: the delivery of the same event that was applied.' }),
})

export const getDelivery = defineRoute({
  operationId: 'getDelivery',
  method: 'get',
  path: '/console/api/w/{orgId}/deliveries/{id}',
  role: 'viewer',
  summary: 'See one delivery and its outcome',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The delivery, without its body.', schema: shownSchema },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id } }) => {
    const found = await findDelivery(database, { deliveryId: id, orgId })
    if (found === undefined) throw new RejectedError('not_found', 'There is no such delivery.')
    const {
      requestId,
      error,
      issues,
      settledAt,
      index,
      sha256,
      traceId,
      recordId,
      type,
      batchId,
      firstDeliveryId,
    } = found
    return {
      ...describeDelivery(found),
      ...{ requestId, error, issues, index, traceId, batchId, firstDeliveryId },
      signalId: type?.startsWith('signal.') ? recordId : null,
      settledAt: settledAt?.toISOString() ?? null,
      sha256: sha256.toString('hex'),
    }
  },
})
