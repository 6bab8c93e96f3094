import { listCollections as list } from '@signalpost/database/records'
import { collectionSchema } from '@signalpost/domain'
import { createdCursorSchema, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { exampleCollection } from './example-collection.ts'

export const listCollections = defineRoute({
  operationId: 'listCollections',
  method: 'get',
  path: '/v1/collections',
  scope: 'signals:read',
  summary: 'List the lists',
  description: 'Lists every list of signals of the workspace, by createdAt and id, descending.',
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of lists. `nextCursor` is null on the last one.',
    schema: pageOf(collectionSchema),
    example: { items: [exampleCollection], nextCursor: null },
  },
  errors: [],
  handle: async ({ database, cursors }, { caller: { orgId }, query: { limit, cursor } }) => {
    const scope = { route: 'listCollections', orgId, filters: {} }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, createdCursorSchema).after
    return readPage({
      limit,
      list: async (most) => ({ items: await list(database, orgId, { after, limit: most }) }),
      sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
    })
  },
})
