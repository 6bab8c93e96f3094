import { listSignalPage, signalQuery, wordsQuery } from '@signalpost/administration/signal'
import { signalSchema } from '@signalpost/domain'
import { pageOf, pageQuery } from '@signalpost/rest'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'

export const listSignals = defineRoute({
  operationId: 'listSignals',
  method: 'get',
  path: '/console/api/w/{orgId}/signals',
  role: 'viewer',
  summary: 'Browse signals, the best score first',
  params: workspaceParams,
  query: z.object({ ...pageQuery, ...signalQuery, words: wordsQuery }),
  success: { status: 200, description: 'A page of signals.', schema: pageOf(signalSchema) },
  errors: [],
  handle: (services, { params: { orgId }, query: { limit, cursor, ...filters } }) => {
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
