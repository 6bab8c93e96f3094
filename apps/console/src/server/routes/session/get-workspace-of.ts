import { findWorkspacesOf } from '@signalpost/database/access'
import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const getWorkspaceOf = defineRoute({
  operationId: 'getWorkspaceOf',
  method: 'get',
  path: '/console/api/workspace-of',
  role: 'person',
  summary: 'Find which of the workspaces in which one has a role has a thing',
  query: z.object({
    noun: z.string().max(50).meta({ description: 'As commands name it.', example: 'rule' }),
    id: idSchema,
  }),
  success: {
    status: 200,
    description: 'None, or the workspace; two where records of senders have the same id in several.',
    schema: z.object({ orgIds: z.array(z.string()) }),
  },
  errors: [],
  handle: async ({ database }, { session, query }) => {
    const orgIds = session.memberships.map(({ orgId }) => orgId)
    return { orgIds: await findWorkspacesOf(database, { ...query, orgIds }) }
  },
})
