import { demandChange, updateDealAct } from '@signalpost/administration/deal'
import { findDeal } from '@signalpost/database/records'
import { dealStages, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { showDeals } from '../../answer/show-records.ts'
import { defineTool } from '../../define-tool.ts'
import { idInput, recordOutput, userInput } from '../../inputs.ts'
import { performWrite } from '../../writing/perform-write.ts'
import { nameMembers, showDealFact, showMoney, showStep } from '../../writing/show-change.ts'
import { moneyInput } from './create-deals.ts'

export const updateDeal = defineTool({
  name: 'update_deal',
  title: 'Change a deal',
  description:
    'Changes the stage, value or owner of a deal; null clears value and owner. With expected, the stage it has now, it is refused if that has changed. Setting it to lost needs a yes of a person. It deletes no deal.',
  scopes: ['pipeline:write'],
  hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  input: demandChange(
    z.strictObject({
      id: idInput,
      stage: z.enum(dealStages).optional(),
      value: moneyInput.nullable().optional(),
      ownerId: userInput.nullable().optional(),
      expected: z.enum(dealStages).optional(),
    }),
    ['stage'],
  ),
  output: recordOutput,
  findNeed: ({ stage }) => (stage === 'lost' ? 'The deal is set to lost.' : undefined),
  describe: async ({ database }, { caller, input: { id: dealId, stage, value, ownerId } }) => {
    const { fact, deal } = await showDealFact(database, { orgId: caller.orgId, dealId })
    const nameOf = await nameMembers(database, caller, [deal.ownerId, ownerId])
    return [
      fact,
      ...(stage === undefined ? [] : [showStep('Stage', deal.stage, stage)]),
      ...(value === undefined ? [] : [showStep('Value', showMoney(deal.value), showMoney(value))]),
      ...(ownerId === undefined ? [] : [showStep('Owner', nameOf(deal.ownerId), nameOf(ownerId))]),
    ]
  },
  run: (services, { caller, input, yes }) =>
    performWrite(services, { caller, tool: 'update_deal', input, yes }, async (writing) => {
      const { orgId, personId } = caller
      const { id: dealId, expected, ownerId, ...changes } = input
      const before = await findDeal(writing.transaction, { orgId, dealId })
      if (before === undefined) throw new RejectedError('not_found', 'There is no such deal.')
      const owner = ownerId === 'me' ? personId : ownerId
      const after = await writing.perform(updateDealAct, {
        ...{ orgId, dealId, ...changes, expected: { stage: expected ?? before.stage } },
        ...(owner !== undefined && { ownerId: owner }),
      })
      const shower = { database: writing.transaction, consoleUrl: services.consoleUrl }
      const [was, is] = await showDeals(shower, [before, after])
      return { id: is?.id, before: was, after: is }
    }),
})
