import { previewSilence as queryPreview } from '@signalpost/database/dispatches'
import { dayMs, silenceConditionsSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRoute } from '../../face/define-routes.ts'
import { noQuery, workspaceParams } from '../workspace-params.ts'

const bounds = { examplesAtMost: 10, alertsAtMost: 5_000 }

export const previewSilence = defineRoute({
  operationId: 'previewSilence',
  method: 'post',
  path: '/console/api/w/{orgId}/silences/preview',
  role: 'viewer',
  summary: 'See the alerts of the last days that a silence would have kept back',
  params: workspaceParams,
  query: noQuery,
  body: z.strictObject({
    conditions: silenceConditionsSchema.default({}),
    days: z.int().min(1).max(30).default(7),
  }),
  success: {
    status: 200,
    description: 'How many alerts, by rule and channel, with examples.',
    schema: z.object({
      since: z.iso.datetime(),
      alerts: z.int(),
      isCut: z.boolean().meta({ description: 'Only the last 5,000 alerts were examined.' }),
      groups: z.array(z.object({ ruleId: z.string(), channelId: z.string(), alerts: z.int() })),
      examples: z.array(
        z.object({
          signalId: z.string(),
          title: z.string().nullable(),
          ruleId: z.string(),
          channelId: z.string(),
          decidedAt: z.iso.datetime(),
        }),
      ),
    }),
  },
  errors: [],
  handle: async ({ database, nowMs }, { params: { orgId }, body: { conditions, days } }) => {
    const since = new Date(nowMs() - days * dayMs)
    const preview = await queryPreview(database, { orgId, conditions }, { since, ...bounds })
    return { since: since.toISOString(), ...preview }
  },
})
