import { listListeners as list } from '@signalpost/database/records'
import { exampleListener, type Listener, listenerSummarySchema } from '@signalpost/domain'
import { createdCursorSchema, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const listListeners = defineRoute({
  operationId: 'listListeners',
  method: 'get',
  path: '/v1/listeners',
  scope: 'listeners:read',
  summary: 'List listeners',
  description:
    'Lists every listener, by createdAt and id, descending. `signalCount` is the number of signals that now name the listener.',
  query: z.object(pageQuery),
  success: {
    status: 200,
    description: 'A page of listeners. `nextCursor` is null on the last one.',
    schema: pageOf(listenerSummarySchema),
    example: { items: [summaryOf(exampleListener)], nextCursor: null },
  },
  errors: [],
  handle: async ({ database, cursors }, { caller: { orgId }, query: { limit, cursor } }) => {
    const scope = { route: 'listListeners', orgId, filters: {} }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, createdCursorSchema).after
    const page = await readPage({
      limit,
      list: async (most) => ({ items: await list(database, { orgId, after, limit: most }) }),
      sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
    })
    return { ...page, items: page.items.map(summaryOf) }
  },
})

function summaryOf({
  id,
  name,
  mode,
  objective,
  schedule,
  signalCount,
  createdAt,
}: Listener): z.infer<typeof listenerSummarySchema> {
  return { id, name, mode, objective, schedule, signalCount, createdAt }
}
