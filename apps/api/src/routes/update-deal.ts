import { updateDealAct } from '@signalpost/administration/deal'
import { dealSchema, dealStages, exampleDeal, idSchema, moneySchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineWrite } from '../face/define-routes.ts'

export const updateDeal = defineWrite({
  operationId: 'updateDeal',
  method: 'patch',
  path: '/v1/pipeline/{id}',
  scope: 'pipeline:write',
  summary: 'Change a deal',
  description:
    'Changes the given members, at least one; any stage may follow any other. Null clears `value` and `ownerId`; `stage` cannot be null. A change to the present value changes nothing, `updatedAt` included.',
  params: z.object({ id: idSchema.meta({ description: "The deal's id.", example: exampleDeal.id }) }),
  body: z
    .strictObject({
      stage: z.enum(dealStages).optional(),
      value: z.strictObject(moneySchema.shape).nullable().optional().meta({
        description: 'The new value; null clears it.',
      }),
      ownerId: idSchema.nullable().optional().meta({ description: 'The new owner; null clears it.' }),
    })
    .refine((body) => Object.values(body).some((member) => member !== undefined), {
      error: 'expected at least one of stage, value, ownerId',
    })
    .meta({ minProperties: 1 }),
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
