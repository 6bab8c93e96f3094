import { previewSilence as queryPreview } from '@signalpost/database/dispatches'
import { checkConditions } from '@signalpost/database/rules'
import { dayMs, orgIdSchema, silenceConditionsSchema } from '@signalpost/domain'
import { z } from 'zod'
import { defineRead } from '../define-operation.ts'

const bounds = { examplesAtMost: 10, alertsAtMost: 5_000 }

/** Throws RejectedError `not_found` for a rule that the workspace does not have. */
export const previewSilenceRead = defineRead({
  name: 'silence.preview',
  summary: 'See the alerts of the last days that a silence would have kept back.',
  demands: 'viewer',
  input: z.strictObject({
    orgId: orgIdSchema,
    conditions: silenceConditionsSchema.default({}),
    days: z.int().min(1).max(30).default(7),
  }),
  http: { method: 'post', path: '/silences/preview', errors: ['not_found'] },
  read: async ({ services: { database, nowMs }, input: { orgId, conditions, days } }) => {
    await checkConditions(database, orgId, conditions)
    const since = new Date(nowMs() - days * dayMs)
    const preview = await queryPreview(database, { orgId, conditions }, { since, ...bounds })
    return { since: since.toISOString(), ...preview }
  },
  output: {
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
    of: (preview) => preview,
  },
})
