import { alertStatuses } from '@signalpost/administration/alert'
import type { AlertFilter } from '@signalpost/database/dispatches'
import { z } from 'zod'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { futureMoment, type Moment, pastMoment } from '../../parameters/times.ts'

const statusSchema = z.enum(alertStatuses)

/** The filters of every command on alerts. */
export const alertFilterParameters = {
  workspace: workspaceParameter,
  signal: optional('--signal <id>', 'only alerts for this signal'),
  rule: optional('--rule <id>', 'only alerts by this rule'),
  channel: optional('--channel <id>', 'only alerts to this channel'),
  status: optional('--status <status>', `filter by status: ${statusSchema.options.join(', ')}`, statusSchema),
  reason: optional('--reason <reason>', 'filter by the reason of alerts that do not wait, such as same_post'),
  since: optional(
    '--since <time>',
    'only alerts decided since this time, ISO or relative such as 24h',
    pastMoment,
  ),
  until: optional('--until <time>', 'only alerts decided before this time, ISO', futureMoment),
}

type Given = {
  signal: string | undefined
  rule: string | undefined
  channel: string | undefined
  status: AlertFilter['status']
  reason: string | undefined
  since: Moment | undefined
  until: Moment | undefined
}

export function alertFilterOf(given: Given, { orgId, nowMs }: { orgId: string; nowMs: number }): AlertFilter {
  return {
    orgId,
    signalId: given.signal,
    ruleId: given.rule,
    channelId: given.channel,
    status: given.status,
    reason: given.reason,
    since: given.since === undefined ? undefined : new Date(given.since(nowMs)),
    until: given.until === undefined ? undefined : new Date(given.until(nowMs)),
  }
}
