import { listListeners as queryListeners, readListenerYields } from '@signalpost/database/records'
import { findLiveScheduler } from '@signalpost/database/searching'
import { createdCursorSchema, pageOf, pageQuery, readPage } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { nameWords, workspaceParams } from '../workspace-params.ts'
import { describeFound, foundSchema } from './listener-schema.ts'

export const listListeners = defineRoute({
  operationId: 'listListeners',
  method: 'get',
  path: '/console/api/w/{orgId}/listeners',
  role: 'viewer',
  summary: 'Browse listeners and what each found, the newest first',
  params: workspaceParams,
  query: z.object({ ...pageQuery, words: nameWords }),
  success: {
    status: 200,
    description: 'A page of listeners.',
    schema: pageOf(foundSchema.extend({ madeHere: z.boolean() })),
  },
  errors: [],
  handle: async ({ database, cursors }, { params: { orgId }, query: { limit, cursor, words } }) => {
    const scope = { route: 'listListeners', orgId, filters: { words } }
    const after = cursor === undefined ? undefined : cursors.open(scope, cursor, createdCursorSchema).after
    const page = await readPage({
      limit,
      list: async (most) => ({ items: await queryListeners(database, { orgId, words, after, limit: most }) }),
      sealAfter: ({ createdAt, id }) => cursors.seal(scope, { after: { createdAt, id } }),
    })
    const listenerIds = page.items.map(({ id }) => id)
    const yields = await readListenerYields(database, { orgId, listenerIds })
    const items = await Promise.all(
      page.items.map(async (listener) => {
        const live = await findLiveScheduler(database, { orgId, listenerId: listener.id })
        const scheduler = live ?? listener.scheduler
        return {
          ...describeFound({ ...listener, scheduler }, yields.get(listener.id)),
          madeHere: live !== undefined,
        }
      }),
    )
    return { ...page, items }
  },
})
