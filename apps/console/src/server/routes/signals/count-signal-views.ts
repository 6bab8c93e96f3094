import { countViews } from '@signalpost/database/records'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

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
