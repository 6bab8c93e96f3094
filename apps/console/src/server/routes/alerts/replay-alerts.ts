import { performAct } from '@signalpost/administration'
import { replayAlertsAct } from '@signalpost/administration/alert'
import { previewReplay } from '@signalpost/database/dispatches'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'
import { alertFilters, filterOf } from './alert-filters.ts'

/** One transaction sends them all, and a request has two seconds. */
const replayedAtMost = 5_000
const timeoutMs = 20_000

export const previewAlertReplay = defineRoute({
  operationId: 'previewAlertReplay',
  method: 'get',
  path: '/console/api/w/{orgId}/alerts/replay',
  role: 'member',
  summary: 'See what replaying the alerts of a filter would send',
  params: workspaceParams,
  query: z.object(alertFilters),
  success: {
    status: 200,
    description: 'Alerts that did not go out, except those of disabled channels.',
    schema: z.object({
      replayable: z.int(),
      isTooMany: z.boolean().meta({ description: 'More than one request replays. Add filters.' }),
      until: z.iso.datetime().meta({ description: 'Give it to the replay: later alerts are left out.' }),
      groups: z.array(
        z.object({
          channelId: z.string(),
          status: z.string(),
          reason: z.string().nullable(),
          count: z.int(),
        }),
      ),
    }),
  },
  errors: [],
  handle: async ({ database, nowMs }, { params: { orgId }, query }) => {
    const until = query.until ?? new Date(nowMs()).toISOString()
    const filter = filterOf(orgId, { ...query, until })
    const preview = await previewReplay(database, filter, { countedAtMost: replayedAtMost + 1 })
    return { ...preview, isTooMany: preview.replayable > replayedAtMost, until }
  },
})

export const replayAlerts = defineRoute({
  operationId: 'replayAlerts',
  method: 'post',
  path: '/console/api/w/{orgId}/alerts/replay',
  role: 'member',
  summary: 'Send alerts that did not go out',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject(alertFilters),
  timeoutMs,
  success: {
    status: 200,
    description: 'How many alerts matched, and how many of them are sent.',
    schema: z.object({ matched: z.int(), replayed: z.int() }),
  },
  errors: [],
  handle: async (services, { caller, params: { orgId }, body }) => {
    const filter = filterOf(orgId, body)
    const { replayable } = await previewReplay(services.database, filter, {
      countedAtMost: replayedAtMost + 1,
    })
    if (replayable > replayedAtMost) {
      throw new RejectedError(
        'invalid_request',
        'These are more alerts than one request replays. Add filters.',
      )
    }
    return performAct(services, { caller, act: replayAlertsAct, input: filter })
  },
})
