import { listEscalations as queryEscalations } from '@signalpost/database/rules'
import { pageOf } from '@signalpost/rest'
import { defineRoute } from '../../http/define-route.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { describeEscalation, escalationSchema } from './escalation-schema.ts'

export const listEscalations = defineRoute({
  operationId: 'listEscalations',
  method: 'get',
  path: '/console/api/w/{orgId}/escalations',
  role: 'viewer',
  summary: 'List the escalations of a workspace, including those that ended, the newest first',
  params: workspaceParams,
  query: noQuery,
  success: { status: 200, description: 'All of them.', schema: pageOf(escalationSchema) },
  errors: [],
  handle: async ({ database }, { params: { orgId } }) => {
    const escalations = await queryEscalations(database, orgId)
    return { items: escalations.map(describeEscalation), nextCursor: null }
  },
})
