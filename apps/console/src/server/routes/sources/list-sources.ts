import { listSources as querySources } from '@signalpost/database/access'
import { pageOf } from '@signalpost/rest'
import { defineRoute } from '../../http/define-route.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { describeSource, sourceSchema } from './source-schema.ts'

export const listSources = defineRoute({
  operationId: 'listSources',
  method: 'get',
  path: '/console/api/w/{orgId}/sources',
  role: 'viewer',
  summary: 'See the sources of a workspace, the oldest first',
  params: workspaceParams,
  query: noQuery,
  success: { status: 200, description: 'All of them.', schema: pageOf(sourceSchema) },
  errors: [],
  handle: async ({ database, intakeUrl }, { params: { orgId } }) => {
    const sources = await querySources(database, orgId)
    return { items: sources.map((source) => describeSource(source, intakeUrl)), nextCursor: null }
  },
})
