import { dealMembers, demandChange, updateDealAct } from '@signalpost/administration/deal'
import { dealSchema, exampleDeal, idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'

export const updateDeal = defineWrite({
  operationId: 'updateDeal',
  act: updateDealAct.name,
  method: 'patch',
  path: '/v1/pipeline/{id}',
  scope: 'pipeline:write',
  summary: 'Change a deal',
  description:
    'Changes the given members, at least one; any stage may follow any other. Null clears `value` and `ownerId`; `stage` cannot be null. A change to the present value changes nothing, `updatedAt` included.',
  params: z.object({ id: idSchema.meta({ description: "The deal's id.", example: exampleDeal.id }) }),
  body: demandChange(dealMembers).meta({ minProperties: 1 }),
  bodyExample: { stage: 'proposal', value: { amount: 125_000, currency: 'EUR' } },
  success: {
    status: 200,
    description: 'The deal in its present state.',
    schema: dealSchema,
    example: { ...exampleDeal, stage: 'proposal', value: { amount: 125_000, currency: 'EUR' } },
  },
  errors: ['not_found'],
  write: ({ perform }, { caller: { orgId }, params, body }) =>
    perform(updateDealAct, { orgId, dealId: params.id, ...body }),
})
