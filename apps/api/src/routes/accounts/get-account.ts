import { demandAccountIntelligence } from '@signalpost/administration/workspace'
import { findAccount } from '@signalpost/database/records'
import { accountKeySchema, accountSchema, RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { exampleAccount } from './example-account.ts'

export const getAccount = defineRoute({
  operationId: 'getAccount',
  method: 'get',
  path: '/v1/accounts/{accountKey}',
  scope: 'accounts:read',
  summary: 'Get one account',
  description:
    "Returns the account as the list has it; its key in the path is percent-encoded. An account without signals does not exist. Also a 403 if the workspace's plan does not include account intelligence; the message then names the plan.",
  params: z.object({
    accountKey: accountKeySchema.meta({
      description: "The account's key.",
      example: exampleAccount.accountKey,
    }),
  }),
  success: { status: 200, description: 'The account.', schema: accountSchema, example: exampleAccount },
  errors: ['not_found'],
  handle: async ({ database }, { caller: { orgId }, params: { accountKey } }) => {
    await demandAccountIntelligence(database, orgId)
    const account = await findAccount(database, { orgId, accountKey })
    if (account === undefined) throw new RejectedError('not_found', 'There is no such account.')
    return account
  },
})
