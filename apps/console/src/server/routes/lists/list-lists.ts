import { listCollections } from '@signalpost/database/records'
import { collectionSchema } from '@signalpost/domain'
import { createdCursorSchema, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'

export const listLists = defineRoute({
  operationId: 'listLists',
  method: 'get',
  path: '/console/api/w/{orgId}/lists',
  role: 'viewer',
  summary: 'Browse lists of signals, the newest first',
  params: workspaceParams,
  query: z.object(pageQuery),
  success: { status: 200, description: 'A page of lists.', schema: pageOf(collectionSchema) },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query: { limit, cursor } }) => {
    const scope = { route: 'console lists', orgId, filters: {} }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, createdCursorSchema).after
    return readPage({
      limit,
      list: async (most) => ({ items: await listCollections(database, orgId, { after, limit: most }) }),
      sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
    })
  },
})
