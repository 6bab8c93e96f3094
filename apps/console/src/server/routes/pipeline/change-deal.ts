import { performAct } from '@signalpost/administration'
import { createDealsAct, updateDealAct } from '@signalpost/administration/record'
import {
  accountKeySchema,
  dealSchema,
  dealStages,
  idSchema,
  moneySchema,
  nameSchema,
  RejectedError,
} from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams, workspaceParams } from '../workspace-params.ts'

const money = z.strictObject(moneySchema.shape)

export const createDeal = defineRoute({
  operationId: 'createDeal',
  method: 'post',
  path: '/console/api/w/{orgId}/pipeline',
  role: 'member',
  summary: 'Create a deal',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    name: nameSchema,
    stage: z.enum(dealStages).default('new'),
    value: money.optional(),
    accountKey: accountKeySchema.optional(),
    signalId: idSchema.optional(),
    ownerId: idSchema.optional(),
  }),
  success: { status: 201, description: 'The deal.', schema: dealSchema },
  errors: ['not_found'],
  handle: async (services, { caller, params: { orgId }, body }) => {
    const [outcome] = await performAct(services, {
      caller,
      act: createDealsAct,
      input: { orgId, deals: [body] },
    })
    if (outcome?.status !== 'created') throw new RejectedError('not_found', 'There is no such signal.')
    return outcome.deal
  },
})

export const updateDeal = defineRoute({
  operationId: 'updateDeal',
  method: 'patch',
  path: '/console/api/w/{orgId}/pipeline/{id}',
  role: 'member',
  summary: 'Change the stage, the value or the owner of a deal',
  params: recordParams,
  query: noQuery,
  body: z
    .strictObject({
      stage: z.enum(dealStages).optional(),
      value: money.nullable().optional().meta({ description: 'Null clears it.' }),
      ownerId: idSchema.nullable().optional().meta({ description: 'Null clears it.' }),
    })
    .refine((body) => Object.values(body).some((member) => member !== undefined), {
      error: 'expected at least one of stage, value, ownerId',
    }),
  success: { status: 200, description: 'The deal.', schema: dealSchema },
  errors: ['not_found'],
  handle: (services, { caller, params: { orgId, id }, body }) =>
    performAct(services, { caller, act: updateDealAct, input: { orgId, dealId: id, ...body } }),
})
