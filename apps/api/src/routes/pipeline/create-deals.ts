import { createDealsAct } from '@signalpost/administration/deal'
import type { DealOutcome } from '@signalpost/database/records'
import {
  accountKeySchema,
  dealSchema,
  dealStages,
  exampleDeal,
  externalIdSchema,
  idSchema,
  moneySchema,
  nameSchema,
} from '@signalpost/domain'
import { optionalMember } from '@signalpost/rest'
import { z } from 'zod'
import { defineWrite } from '../../face/define-routes.ts'

const newDealSchema = z.strictObject({
  name: nameSchema,
  stage: optionalMember(z.enum(dealStages)).meta({ description: '`new` by default.' }),
  value: optionalMember(z.strictObject(moneySchema.shape)),
  accountKey: optionalMember(accountKeySchema).meta({
    description: 'The company; it need not have an account.',
  }),
  signalId: optionalMember(idSchema).meta({ description: 'A signal of this workspace.' }),
  ownerId: optionalMember(idSchema),
  externalId: optionalMember(externalIdSchema).meta({
    description: 'Your own id of the deal. It makes at most one deal, ever.',
  }),
})

const index = z.int().min(0).max(99)

const resultSchema = z.discriminatedUnion('status', [
  z.object({ index, status: z.literal('created'), deal: dealSchema }),
  z.object({ index, status: z.literal('exists'), deal: dealSchema.nullable() }),
  z.object({
    index,
    status: z.literal('error'),
    error: z.object({ message: z.string(), code: z.literal('not_found') }),
  }),
])

export const createDeals = defineWrite({
  operationId: 'createDeals',
  act: createDealsAct.name,
  method: 'post',
  path: '/v1/pipeline/bulk',
  scope: 'pipeline:write',
  summary: 'Add several deals',
  description:
    'Adds 1 to 100 deals, committed together, and reports on each in its place. An `externalId` for which this endpoint has made a deal before, in this request or any other, `exists`: it changes nothing and shows the present state of that deal, or null if it was deleted. An unknown `signalId` is the error of its deal only.',
  body: z.strictObject({
    deals: z
      .array(newDealSchema)
      .min(1, { error: 'expected at least one deal' })
      .max(100, { error: 'expected at most 100 deals' }),
  }),
  bodyExample: {
    deals: [{ name: 'Example, five seats', accountKey: 'd:example.com', externalId: 'crm-4711' }],
  },
  maxBodyBytes: 1_048_576, // room for a hundred deals whose texts are all escapes
  success: {
    status: 200,
    description: 'The outcome for each deal, in the order of the request.',
    schema: z.object({ results: z.array(resultSchema) }),
    example: { results: [{ index: 0, status: 'created', deal: exampleDeal }] },
  },
  errors: [],
  write: async ({ perform }, { caller: { orgId }, body }) => {
    const deals = body.deals.map((deal) => ({ ...deal, stage: deal.stage ?? ('new' as const) }))
    const outcomes = await perform(createDealsAct, { orgId, deals })
    return { results: outcomes.map(resultOf) }
  },
})

function resultOf(outcome: DealOutcome, position: number): z.infer<typeof resultSchema> {
  if (outcome.status !== 'without_signal') return { index: position, ...outcome }
  const error = { message: 'There is no such signal.', code: 'not_found' as const }
  return { index: position, status: 'error', error }
}
