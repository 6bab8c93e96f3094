import { listEscalations as queryEscalations } from '@signalpost/database/rules'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { describeEscalation, escalationSchema } from './escalation-schema.ts'

export const listEscalations = defineRoute({
  operationId: 'listEscalations',
  method: 'get',
  path: '/console/api/w/{orgId}/escalations',
  role: 'viewer',
  summary: 'List the escalations of a workspace, including those that ended, the newest first',
  params: workspaceParams,
  query: z.object(shortPageQuery),
  success: { status: 200, description: 'All of them.', schema: pageOf(escalationSchema) },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query }) => {
    const escalations = await queryEscalations(database, orgId)
    const items = escalations.map(describeEscalation)
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ escalationId }) => escalationId },
      scope: { route: 'listEscalations', orgId: orgId, filters: {} },
    })
  },
})
