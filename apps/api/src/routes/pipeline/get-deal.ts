import { findDeal } from '@signalpost/database/records'
import { dealSchema, exampleDeal, idSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const getDeal = defineRoute({
  operationId: 'getDeal',
  method: 'get',
  path: '/v1/pipeline/{id}',
  scope: 'pipeline:read',
  summary: 'Get one deal',
  description: 'Returns the present state of the deal.',
  params: z.object({ id: idSchema.meta({ description: "The deal's id.", example: exampleDeal.id }) }),
  success: { status: 200, description: 'The deal.', schema: dealSchema, example: exampleDeal },
  errors: ['not_found'],
  handle: async ({ database }, { caller: { orgId }, params: { id: dealId } }) => {
    const deal = await findDeal(database, { orgId, dealId })
    if (deal === undefined) throw new RejectedError('not_found', 'There is no such deal.')
    return deal
  },
})
