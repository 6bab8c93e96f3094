import { demandAccountIntelligence } from '@signalpost/administration/workspace'
import { listAccounts as queryAccounts } from '@signalpost/database/records'
import { accountKeySchema, accountSchema, freeText, idSchema } from '@signalpost/domain'
import { pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'

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
    assignedTo: idSchema
      .optional()
      .meta({ description: 'A user who is assigned to a signal of the account.' }),
    region: freeText({ min: 1 })
      .optional()
      .meta({ description: 'The whole region or one of its comma-separated parts, ignoring case.' }),
  }),
  success: { status: 200, description: 'A page of accounts.', schema: pageOf(accountSchema) },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query: { limit, cursor, ...filters } }) => {
    await demandAccountIntelligence(database, orgId)
    const scope = { route: 'console accounts', orgId, filters }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, cursorSchema).after
    return readPage({
      limit,
      list: async (most) => ({
        items: await queryAccounts(database, { orgId, filters, after, limit: most }),
      }),
      sealAfter: ({ accountKey }) => cursors.seal(scope, { after: accountKey }),
    })
  },
})
