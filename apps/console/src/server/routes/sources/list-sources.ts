import { listSources as querySources } from '@signalpost/database/access'
import { cutPage, pageOf, shortPageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'
import { describeSource, sourceSchema } from './source-schema.ts'

export const listSources = defineRoute({
  operationId: 'listSources',
  method: 'get',
  path: '/console/api/w/{orgId}/sources',
  role: 'viewer',
  summary: 'See the sources of a workspace, the oldest first',
  params: workspaceParams,
  query: z.object(shortPageQuery),
  success: { status: 200, description: 'All of them.', schema: pageOf(sourceSchema) },
  errors: [],
  handle: async ({ database, intakeUrl, cursors }, { params: { orgId }, query }) => {
    const sources = await querySources(database, orgId)
    const items = sources.map((source) => describeSource(source, intakeUrl))
    return cutPage(items, {
      ...{ query, cursors, idOf: ({ sourceId }) => sourceId },
      scope: { route: 'listSources', orgId: orgId, filters: {} },
    })
  },
})
