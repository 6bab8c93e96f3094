import { readAccounts } from '@signalpost/administration/account'
import { demandAccountIntelligence } from '@signalpost/administration/workspace'
import { accountKeySchema, accountSchema, freeText, idSchema } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { exampleAccount } from './example-account.ts'

const cursorSchema = z.object({ after: accountKeySchema })

export const listAccounts = defineRoute({
  operationId: 'listAccounts',
  method: 'get',
  path: '/v1/accounts',
  scope: 'accounts:read',
  summary: 'List accounts',
  description:
    "Lists one row for each accountKey of a current signal, by accountKey in the order of its UTF-8 bytes. `name` and `region` come from the latest signal that has one; without a name it is the key without its prefix. `topScore` is the greatest score of the greatest scoreVersion. Also a 403 if the workspace's plan does not include account intelligence; the message then names the plan.",
  query: z.object({
    ...pageQuery,
    assignedTo: idSchema
      .optional()
      .meta({ description: 'A user who is assigned to a signal of the account.', example: 'usr_ada' }),
    region: freeText({ min: 1 }).optional().meta({
      description: "The account's whole region or one of its comma-separated parts, ignoring case.",
      example: 'Germany',
    }),
  }),
  success: {
    status: 200,
    description: 'A page of accounts. `nextCursor` is null on the last one.',
    schema: pageOf(accountSchema),
    example: { items: [exampleAccount], nextCursor: null },
  },
  errors: [],
  handle: async ({ database, cursors }, { caller: { orgId }, query: { limit, cursor, ...filters } }) => {
    const scope = { route: 'listAccounts', orgId, filters }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    await demandAccountIntelligence(database, orgId)
    const { items, nextAfter } = await readAccounts({ database }, { orgId, filters }, { limit, after })
    return { items, nextCursor: nextAfter === undefined ? null : cursors.seal(scope, { after: nextAfter }) }
  },
})
