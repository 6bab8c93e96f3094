import { alertStatuses } from '@signalpost/administration/alert'
import type { AlertFilter } from '@signalpost/database/dispatches'
import { idSchema, instantSchema } from '@signalpost/domain'
import { z } from 'zod'

/** The filters of lists of alerts, under the names that the CLI gives them. */
export const alertFilters = {
  status: z.enum(alertStatuses).optional(),
  rule: idSchema.optional(),
  channel: idSchema.optional(),
  signal: idSchema.optional(),
  reason: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'As it is stored, of alerts that do not wait.' }),
  since: instantSchema.optional().meta({ description: 'Decided at this moment or later.' }),
  until: instantSchema.optional().meta({ description: 'Decided before this moment.' }),
}

type Filters = { [Name in keyof typeof alertFilters]?: z.infer<(typeof alertFilters)[Name]> }

export function filterOf(
  orgId: string,
  { status, rule, channel, signal, reason, since, until }: Filters,
): AlertFilter {
  return {
    ...{ orgId, status, reason, ruleId: rule, channelId: channel, signalId: signal },
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
  }
}
