import { createDealsAct } from '@signalpost/administration/deal'
import { dealStages, externalIdSchema, moneySchema, nameAccount, nameSchema } from '@signalpost/domain'
import { z } from 'zod'
import { showDeals } from '../../answer/show-records.ts'
import { defineTool } from '../../define-tool.ts'
import { accountKeyInput, idInput, recordOutput, requestKeyInput, userInput } from '../../inputs.ts'
import { keyOfInput, performWrite } from '../../writing/perform-write.ts'
import { cleanLine, nameMembers, showMoney } from '../../writing/show-change.ts'

const mostWithoutYes = 5

export const moneyInput = z.strictObject({
  ...moneySchema.shape,
  currency: moneySchema.shape.currency.meta({ maxLength: 3 }),
})

export const createDeals = defineTool({
  name: 'create_deals',
  title: 'Create deals',
  description:
    'Adds 1 to 20 deals to the pipeline, and reports on each in its place; amounts are in minor units. An externalId makes one deal at most. More than five need a yes of a person. It changes no deal.',
  scopes: ['pipeline:write'],
  hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  input: z.strictObject({
    deals: z
      .array(
        z.strictObject({
          name: nameSchema,
          stage: z.enum(dealStages).default('new'),
          value: moneyInput.optional(),
          accountKey: accountKeyInput.optional(),
          signalId: idInput.optional(),
          ownerId: userInput.optional(),
          externalId: externalIdSchema.optional(),
        }),
      )
      .min(1)
      .max(20),
    requestKey: requestKeyInput,
  }),
  output: recordOutput,
  findNeed: ({ deals }) => {
    if (deals.some(({ stage }) => stage === 'lost')) return 'A deal is set to lost.'
    return deals.length > mostWithoutYes
      ? `More than ${mostWithoutYes} deals are created at once.`
      : undefined
  },
  describe: async ({ database }, { caller, input: { deals } }) => {
    const nameOf = await nameMembers(
      database,
      caller,
      deals.map(({ ownerId }) => ownerId),
    )
    return deals.map(({ name, stage, value, accountKey, signalId, ownerId, externalId }, index) => {
      const parts = [
        ...[
          cleanLine(name),
          stage,
          value && showMoney(value),
          accountKey && cleanLine(nameAccount(accountKey)),
        ],
        ...[signalId && `from ${cleanLine(signalId)}`, ownerId && `owner ${nameOf(ownerId)}`],
        externalId && `external id ${cleanLine(externalId)}`,
      ]
      const record = signalId === undefined ? undefined : { type: 'signal' as const, id: signalId }
      return { label: `Deal ${index + 1}`, text: parts.filter(Boolean).join(', '), record }
    })
  },
  run: (services, { caller, input: { requestKey, ...input }, yes }) =>
    performWrite(
      services,
      {
        caller,
        tool: 'create_deals',
        ...{ input, yes },
        requestKey: requestKey ?? yes?.key ?? keyOfInput(input, services.nowMs()),
      },
      async ({ transaction, perform }) => {
        const { orgId, personId } = caller
        const deals = input.deals.map((deal) => ({
          ...deal,
          ownerId: deal.ownerId === 'me' ? personId : deal.ownerId,
        }))
        const outcomes = await perform(createDealsAct, { orgId, deals })
        const shower = { database: transaction, consoleUrl: services.consoleUrl }
        const results = await Promise.all(
          outcomes.map(async (outcome, index) => {
            if (outcome.status === 'without_signal') {
              return { index, status: 'error' as const, error: 'There is no such signal.' as const }
            }
            const [after] = outcome.deal === null ? [] : await showDeals(shower, [outcome.deal])
            return { index, status: outcome.status, after }
          }),
        )
        return { results }
      },
    ),
})
