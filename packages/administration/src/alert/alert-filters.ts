import type { AlertFilter } from '@signalpost/database/dispatches'
import { idSchema, instantSchema, orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'

/** The statuses by which alerts can be filtered. */
export const alertStatuses = [
  'pending',
  'sent',
  'failed',
  'unknown',
  'expired',
  'suppressed',
  'digested',
] as const

/** The filters of alerts, for every face. */
const alertFilters = {
  signal: idSchema.optional().meta({ description: 'Only alerts for this signal.' }),
  rule: idSchema.optional().meta({ description: 'Only alerts by this rule.' }),
  channel: idSchema.optional().meta({ description: 'Only alerts to this channel.' }),
  status: z.enum(alertStatuses).optional().meta({ description: 'Only alerts in this state.' }),
  reason: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Only alerts with this reason, of those that do not wait, such as same_post.' }),
  since: instantSchema.optional().meta({ description: 'Only alerts decided at this time or later.' }),
  until: instantSchema.optional().meta({ description: 'Only alerts decided before this time.' }),
}

export const alertsSchema = z.strictObject({ orgId: orgIdSchema, ...alertFilters })

export function alertFilterOf({
  orgId,
  status,
  rule,
  channel,
  signal,
  reason,
  since,
  until,
}: z.output<typeof alertsSchema>): AlertFilter {
  return {
    ...{ orgId, status, reason, ruleId: rule, channelId: channel, signalId: signal },
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  }
}
