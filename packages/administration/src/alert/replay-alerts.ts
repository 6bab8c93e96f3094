import { replayAlerts } from '@signalpost/database/dispatches'
import { orgIdSchema } from '@signalpost/domain'
import { z } from 'zod'
import { getChannelKind } from '../channel/channel-input.ts'
import { defineAct } from '../define-act.ts'

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

const input = z.strictObject({
  orgId: orgIdSchema,
  signalId: z.string().optional(),
  ruleId: z.string().optional(),
  channelId: z.string().optional(),
  status: z.enum(alertStatuses).optional(),
  /** As `alert list` shows it for an alert that does not wait. */
  reason: z.string().max(100).optional(),
  /** By the time of the decision. */
  since: z.date().optional(),
  /** Decided before this time, so that a replay takes what its preview counted. */
  until: z.date().optional(),
})

/**
 * Sends alerts that did not go out, except through disabled channels. Returns how many matched and how many are sent.
 */
export const replayAlertsAct = defineAct({
  name: 'alert.replay',
  demands: 'member',
  input,
  run: async ({ transaction, services, input: filter }) => {
    const replay = await replayAlerts(transaction, filter, {
      nowMs: services.nowMs(),
      recipientsOf: ({ kind: name, settings }) => {
        const kind = getChannelKind(name)
        return kind.recipients(kind.settings.parse(settings))
      },
    })
    if (replay.replayed === 0) return { result: replay }
    const { orgId, ...conditions } = filter
    const target = { type: 'workspace', id: orgId }
    return { result: replay, change: { orgId, target, before: {}, after: { ...conditions, ...replay } } }
  },
})
