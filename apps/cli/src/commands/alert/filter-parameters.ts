import { alertStatuses } from '@signalpost/administration'
import type { AlertFilter } from '@signalpost/database/dispatches'
import { z } from 'zod'
import { workspaceParameter } from '../../parameters/get-workspace.ts'
import { optional } from '../../parameters/parameter.ts'
import { type Moment, pastMoment } from '../../parameters/times.ts'

const statusSchema = z.enum(alertStatuses)

/** The filters of every command on alerts. */
export const alertFilterParameters = {
  workspace: workspaceParameter,
  signal: optional('--signal <id>', 'only alerts for this signal'),
  rule: optional('--rule <id>', 'only alerts by this rule'),
  channel: optional('--channel <id>', 'only alerts to this channel'),
  status: optional('--status <status>', `filter by status: ${statusSchema.options.join(', ')}`, statusSchema),
  since: optional(
    '--since <time>',
    'only alerts decided since this time, ISO or relative such as 24h',
    pastMoment,
  ),
}

type Given = {
  signal: string | undefined
  rule: string | undefined
  channel: string | undefined
  status: AlertFilter['status']
  since: Moment | undefined
}

export function alertFilterOf(given: Given, { orgId, nowMs }: { orgId: string; nowMs: number }): AlertFilter {
  return {
    orgId,
    signalId: given.signal,
    ruleId: given.rule,
    channelId: given.channel,
    status: given.status,
    since: given.since === undefined ? undefined : new Date(given.since(nowMs)),
  }
}
