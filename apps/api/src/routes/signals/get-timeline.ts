import { findTimeline } from '@signalpost/database/timeline'
import { exampleSignal, exampleTimeline, idSchema, RejectedError, timelineSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'

export const getTimeline = defineRoute({
  operationId: 'getTimeline',
  method: 'get',
  path: '/v1/signals/{id}/timeline',
  scope: 'signals:read',
  summary: "Get a signal's timeline",
  description: [
    'Returns what happened to the signal, step by step and by time: requests, deliveries, merges, registers,',
    'rules, attempts, edits, webhooks, and its rows in warehouses. Every stage without a step has a gap with the reason.',
    'Where there are too many steps of one kind, a gap says how many are left out.',
  ].join(' '),
  params: z.object({ id: idSchema.meta({ description: "The signal's id.", example: exampleSignal.id }) }),
  success: { status: 200, description: 'The timeline.', schema: timelineSchema, example: exampleTimeline },
  errors: ['not_found'],
  handle: async ({ database, readSignal, ledgerDays, nowMs }, { caller: { orgId }, params: { id } }) => {
    const asked = { orgId, signalId: id }
    // A timeline outlives its signal; the API shows nothing of a deleted one.
    const signal = await readSignal(asked)
    const timeline = signal && (await findTimeline(database, { ...asked, ledgerDays, nowMs: nowMs() }))
    if (timeline === undefined) throw new RejectedError('not_found', 'There is no such signal.')
    return timeline
  },
})
