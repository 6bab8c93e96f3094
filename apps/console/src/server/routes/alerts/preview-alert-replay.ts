import { alertFilterOf, alertFilters, replayedAtMost } from '@signalpost/administration/alert'
import { previewReplay } from '@signalpost/database/dispatches'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { workspaceParams } from '../workspace-params.ts'

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
    const filter = alertFilterOf({ ...query, orgId, until })
    const preview = await previewReplay(database, filter, { countedAtMost: replayedAtMost + 1 })
    return { ...preview, isTooMany: preview.replayable > replayedAtMost, until }
  },
})
