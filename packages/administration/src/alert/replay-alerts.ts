import { previewReplay, replayAlerts } from '@signalpost/database/dispatches'
import { RejectedError } from '@signalpost/domain'
import { z } from 'zod'
import { getChannelKind } from '../channel/channel-input.ts'
import { defineDocument, defineOperation } from '../define-operation.ts'
import { alertFilterOf, alertsSchema } from './alert-filters.ts'

/** One transaction sends them all, and a request of a person has not long. */
const replayedAtMost = 5_000

export const previewReplayRead = defineDocument({
  name: 'alert.preview_replay',
  summary: 'See what replaying the alerts of a filter would send.',
  demands: 'member',
  input: alertsSchema,
  http: { method: 'get', path: '/alerts/replay', errors: [], operationId: 'previewAlertReplay' },
  read: async ({ services: { database, nowMs }, input }) => {
    const until = input.until ?? new Date(nowMs()).toISOString()
    const counted = { countedAtMost: replayedAtMost + 1 }
    const preview = await previewReplay(database, alertFilterOf({ ...input, until }), counted)
    return { ...preview, isTooMany: preview.replayable > replayedAtMost, until }
  },
  output: {
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
    of: (preview) => preview,
  },
})

/**
 * Sends alerts that did not go out, except through disabled channels. Returns how many matched and how many are sent. Throws
 * RejectedError `invalid_request` for more than a person may replay at once.
 */
export const replayAlertsAct = defineOperation({
  name: 'alert.replay',
  summary: 'Send alerts that did not go out. Sent and pending alerts stay as they are.',
  demands: 'member',
  input: alertsSchema,
  example: { status: 'failed' },
  http: {
    method: 'post',
    path: '/alerts/replay',
    errors: [],
    timeoutMs: 20_000,
    operationId: 'replayAlerts',
  },
  run: async ({ transaction, services, caller, input }) => {
    const filter = alertFilterOf(input)
    if (caller.actor.kind === 'person') {
      const counted = { countedAtMost: replayedAtMost + 1 }
      const { replayable } = await previewReplay(transaction, filter, counted)
      if (replayable > replayedAtMost) throw tooMany()
    }
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
  output: {
    description: 'How many alerts matched, and how many of them are sent.',
    schema: z.object({ matched: z.int(), replayed: z.int() }),
    of: (replay) => replay,
  },
})

function tooMany(): RejectedError {
  return new RejectedError('invalid_request', 'These are more alerts than one request replays. Add filters.')
}
