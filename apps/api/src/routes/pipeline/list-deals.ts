import { listDeals as list } from '@signalpost/database/records'
import { dealSchema, exampleDeal } from '@signalpost/domain'
import { createdCursorSchema, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const listDeals = defineRoute({
  operationId: 'listDeals',
  method: 'get',
  path: '/v1/pipeline',
  scope: 'pipeline:read',
  summary: 'List deals',
  description: 'Lists every deal in the pipeline, of any stage, by createdAt and id, descending.',
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of deals. `nextCursor` is null on the last one.',
    schema: pageOf(dealSchema),
    example: { items: [exampleDeal], nextCursor: null },
  },
  errors: [],
  handle: async ({ database, cursors }, { caller: { orgId }, query: { limit, cursor } }) => {
    const scope = { route: 'listDeals', orgId, filters: {} }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, createdCursorSchema).after
    return readPage({
      limit,
      list: async (most) => ({ items: await list(database, { orgId, after, limit: most }) }),
      sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
    })
  },
})
