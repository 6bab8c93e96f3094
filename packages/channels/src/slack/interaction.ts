import { idSchema } from '@signalpost/domain'
import { z } from 'zod'
import { findJson } from '../find-json.ts'
import { type SlackAction, slackActions } from './actions.ts'

/** A click on one of our buttons. Slack's signature covers all of it. */
export type SlackInteraction = {
  action: SlackAction
  signalId: string
  /** Ids that Slack gives: `T…` or `E…`, and `U…` or `W…`. */
  team: string
  user: string
  /** Identifies the message to edit: with `messageTs` as `ts`, the reference of its `sent` outcome. */
  channel: string
  messageTs: string
  /** When it was clicked, in Unix seconds with a fraction; the same when Slack sends the click again. */
  actionTs: string
  responseUrl?: string
}

const slackId = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/)
const slackTs = z.string().regex(/^\d{1,12}(?:\.\d{1,9})?$/)

const payloadSchema = z.object({
  type: z.literal('block_actions'),
  team: z.object({ id: slackId }).nullish(),
  user: z.object({ id: slackId, team_id: slackId.optional() }),
  container: z.object({ message_ts: slackTs, channel_id: slackId }).optional(),
  channel: z.object({ id: slackId }).nullish(),
  message: z.object({ ts: slackTs }).nullish(),
  actions: z.array(z.object({ action_id: z.string(), value: z.string().optional(), action_ts: slackTs })),
  response_url: z.url().optional(),
})

/**
 * Reads the body of a verified request, the form `payload=<JSON>`. Returns undefined for anything but a click on one of
 * our buttons, such as links, other apps' buttons and `ssl_check`, for which Slack expects a 200 too.
 * https://docs.slack.dev/reference/interaction-payloads/block_actions-payload
 */
export function findSlackInteraction(body: Buffer): SlackInteraction | undefined {
  const payload = new URLSearchParams(body.toString('utf8')).get('payload')
  const parsed = payloadSchema.safeParse(payload === null ? undefined : findJson(payload))
  if (!parsed.success) return undefined
  const { team, user, container, channel, message, actions, response_url: responseUrl } = parsed.data
  const teamId = team?.id ?? user.team_id
  const channelId = container?.channel_id ?? channel?.id
  const messageTs = container?.message_ts ?? message?.ts
  if (teamId === undefined || channelId === undefined || messageTs === undefined) return undefined
  for (const { action_id: actionId, value, action_ts: actionTs } of actions) {
    const action = findAction(actionId)
    const signalId = idSchema.safeParse(value)
    if (action === undefined || !signalId.success) continue
    return {
      action,
      signalId: signalId.data,
      team: teamId,
      user: user.id,
      channel: channelId,
      messageTs,
      actionTs,
      ...(responseUrl !== undefined && { responseUrl }),
    }
  }
  return undefined
}

function findAction(actionId: string): SlackAction | undefined {
  const names = Object.keys(slackActions) as SlackAction[]
  return names.find((name) => slackActions[name] === actionId)
}
