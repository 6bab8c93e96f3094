import { createHmac } from 'node:crypto'
import type { SlackMessage } from './slack-message.ts'

export type SlackClick = {
  interactionsUrl: string
  signingSecret: string
  message: SlackMessage
  actionId: string
  /** A user `U…` and their team. */
  user?: string
  team?: string
  /** The same for each repetition of a click that was not answered in time. */
  actionTs?: string
}

/** Clicks the button with `actionId` as a person does: Slack sends the app a signed form. */
export async function clickSlackButton({
  interactionsUrl,
  signingSecret,
  message,
  actionId,
  user = 'U0ANN',
  team = 'T0ACME',
  actionTs = `${Date.now() / 1000}`,
}: SlackClick): Promise<Response> {
  const payload = JSON.stringify({
    type: 'block_actions',
    team: { id: team, domain: 'acme' },
    user: { id: user, username: 'ann', team_id: team },
    api_app_id: 'A0APP',
    container: { type: 'message', message_ts: message.ts, channel_id: message.channel, is_ephemeral: false },
    channel: { id: message.channel, name: 'alerts' },
    message: { type: 'message', ts: message.ts, text: message.text, blocks: message.blocks },
    response_url: 'https://hooks.slack.com/actions/T0ACME/1/secret',
    actions: [{ ...getButton(message, actionId), block_id: 'b1', action_ts: actionTs }],
  })
  const body = new URLSearchParams({ payload }).toString()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const digest = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return fetch(interactionsUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${digest}`,
    },
    body,
  })
}

function getButton({ blocks }: SlackMessage, actionId: string): object {
  for (const block of blocks) {
    const { elements } = asObject(block)
    const buttons = Array.isArray(elements) ? elements.map(asObject) : []
    const button = buttons.find((one) => one.action_id === actionId)
    if (button !== undefined) return button
  }
  throw new Error(`the message has no button ${actionId}`)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
