import { demandAccountIntelligence } from '@signalpost/administration/workspace'
import { listAccounts as queryAccounts, walkAccounts } from '@signalpost/database/records'
import { accountKeySchema, accountSchema, freeText, idSchema } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { nameWords, workspaceParams } from '../workspace-params.ts'

const cursorSchema = z.object({ after: accountKeySchema })

export const listAccounts = defineRoute({
  operationId: 'listAccounts',
  method: 'get',
  path: '/console/api/w/{orgId}/accounts',
  role: 'viewer',
  summary: 'Browse accounts by their key',
  params: workspaceParams,
  query: z.object({
    ...pageQuery,
    words: nameWords,
    assignedTo: idSchema
      .optional()
      .meta({ description: 'A user who is assigned to a signal of the account.' }),
    region: freeText({ min: 1 })
      .optional()
      .meta({ description: 'The whole region or one of its comma-separated parts, ignoring case.' }),
  }),
  success: { status: 200, description: 'A page of accounts.', schema: pageOf(accountSchema) },
  errors: [],
  handle: async (
    { database, cursors },
    { params: { orgId }, query: { limit, cursor, words, ...filters } },
  ) => {
    await demandAccountIntelligence(database, orgId)
    const scope = { route: 'console accounts', orgId, filters: { ...filters, words } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    const page = { orgId, filters, after, limit: limit + 1 }
    const { accounts, reached } =
      words === undefined
        ? { accounts: await queryAccounts(database, page) }
        : await walkAccounts(database, { ...page, words })
    const items = accounts.slice(0, limit)
    const last = accounts.length > limit ? items.at(-1)?.accountKey : reached
    return { items, nextCursor: last === undefined ? null : cursors.seal(scope, { after: last }) }
  },
})
