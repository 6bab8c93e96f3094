import { findDelivery, readRequestBody } from '@signalpost/database/ledger'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const getDeliveryBody = defineRoute({
  operationId: 'getDeliveryBody',
  method: 'get',
  path: '/console/api/w/{orgId}/deliveries/{id}/body',
  role: 'member',
  summary: 'See the bytes of the request of a delivery',
  params: recordParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'The whole request, as it was received, in base64.',
    schema: z.object({ bytes: z.int(), bodyBase64: z.string() }),
  },
  errors: ['not_found'],
  handle: async ({ database }, { params: { orgId, id } }) => {
    const found = await findDelivery(database, { deliveryId: id, orgId })
    if (found === undefined) throw new RejectedError('not_found', 'There is no such delivery.')
    const body = await readRequestBody(database, found.requestId)
    return { bytes: body.length, bodyBase64: body.toString('base64') }
  },
})
