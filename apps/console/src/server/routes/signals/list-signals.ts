import { listSignalPage, signalQuery, wordsQuery } from '@signalpost/administration/signal'
import { countViews, findAttention, findSignalsOf } from '@signalpost/database/records'
import { signalSchema } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

export const listSignals = defineRoute({
  operationId: 'listSignals',
  method: 'get',
  path: '/console/api/w/{orgId}/signals',
  role: 'viewer',
  summary: 'Browse signals, the best score first',
  params: workspaceParams,
  query: z.object({
    ...pageQuery,
    ...signalQuery,
    words: wordsQuery,
    view: z.literal('attention').optional().meta({
      description:
        'In place of filters: what is urgent or high, unread, of no one, and was stored in the last 72 hours; the most urgent first, one page.',
    }),
  }),
  success: { status: 200, description: 'A page of signals.', schema: pageOf(signalSchema) },
  errors: [],
  handle: async (services, { params: { orgId }, query: { limit, cursor, view, ...filters } }) => {
    if (view !== undefined) {
      const { database, nowMs } = services
      const signalIds = await findAttention(database, { orgId, nowMs: nowMs(), limit })
      return { items: await findSignalsOf(database, { orgId, signalIds }), nextCursor: null }
    }
    // A relative time moves between two pages: the cursor carries the window, and is bound to the other filters.
    const { postedAfter: _after, postedBefore: _before, ...others } = filters
    return listSignalPage(services, {
      scope: { route: 'console signals', orgId, filters: others },
      filters,
      cursor,
      limit,
    })
  },
})

const count = z.int().min(0).max(100)

export const countSignalViews = defineRoute({
  operationId: 'countSignalViews',
  method: 'get',
  path: '/console/api/w/{orgId}/signal-views',
  role: 'viewer',
  summary: 'Count the signals of each view',
  params: workspaceParams,
  query: noQuery,
  success: {
    status: 200,
    description: 'Up to 100 of each, of the last 30 days.',
    schema: z.object({
      attention: count,
      mine: count,
      unassigned: count,
      all: count,
      isPartial: z
        .boolean()
        .meta({ description: 'Only the latest 5,000 were looked at: there may be more.' }),
    }),
  },
  errors: [],
  handle: ({ database, nowMs }, { caller, params: { orgId } }) =>
    countViews(database, { orgId, personId: caller.actor.id, nowMs: nowMs() }),
})
