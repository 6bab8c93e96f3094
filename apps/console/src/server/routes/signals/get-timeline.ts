import { findTimeline } from '@signalpost/database/timeline'
import { RejectedError, timelineSchema } from '@signalpost/domain'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, recordParams } from '../workspace-params.ts'

export const getTimeline = defineRoute({
  operationId: 'getTimeline',
  method: 'get',
  path: '/console/api/w/{orgId}/signals/{id}/timeline',
  role: 'viewer',
  summary: 'See what happened to a signal, also after its erasure',
  params: recordParams,
  query: noQuery,
  success: { status: 200, description: 'The timeline.', schema: timelineSchema },
  errors: ['not_found'],
  handle: async ({ database, ledgerDays, nowMs }, { params: { orgId, id } }) => {
    const timeline = await findTimeline(database, { orgId, signalId: id, ledgerDays, nowMs: nowMs() })
    if (timeline === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return timeline
  },
})
