import { minuteMs, secondMs } from '@signalpost/domain'
import type { OutgoingAnswer } from '@signalpost/outgoing'
import { z } from 'zod'
import { askInJson, judgeStatus } from '../ask-service.ts'
import { defineChannel, type Outcome } from '../channel.ts'
import { channelUrlSchema } from '../channel-url.ts'
import { findTeamsMessage, maxTeamsItems } from './render-card.ts'

/**
 * Microsoft Teams, through the URL of a workflow with the trigger “When a Teams webhook request is received”.
 * https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using
 */
export const teams = defineChannel({
  kind: 'teams',
  title: 'Microsoft Teams',
  summary: 'Send to Microsoft Teams through the webhook of a workflow',
  settings: z.strictObject({}),
  secrets: z.strictObject({ webhookUrl: channelUrlSchema }),
  options: {
    webhookUrl: { isUrl: true, secret: 'text or file', description: "the URL of the workflow's webhook" },
  },
  guide: [
    { text: 'In Teams, open “More options” (…) beside the channel, and choose “Workflows”.' },
    {
      text: 'Choose the template “Send webhook alerts to a channel”. If the list lacks it, type “webhook” into the search.',
    },
    { text: 'Give the workflow a name, check the account that will post, and choose “Next”.' },
    {
      text: 'Check the team and the channel, and choose “Add workflow”. Workflows do not post to every private channel: send a test.',
    },
    { text: 'Copy the address that is shown, and paste it as “Webhook URL”.' },
  ],
  // A webhook may get four requests a second; below it, no message waits for Teams.
  pace: { perSecond: 2, burst: 4 },
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: false,
  maxItems: maxTeamsItems,
  followsUp: true,
  disabledAfter: undefined,
  recipients: () => [''],
  send: async ({ outgoing }, { content, channelId, secrets: [secret], reference, signal, ...links }) => {
    if (secret === undefined) return { outcome: 'disabled', code: 'incomplete_settings' }
    if (reference !== undefined) return { outcome: 'rejected', code: 'cannot_edit' }
    const body = findTeamsMessage(content, links)
    if (body === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    return askInJson(outgoing, { url: secret.webhookUrl, body, signal, caller: channelId }, judge)
  },
})

/** Teams may refuse a message behind a webhook that answers 200, and says so in the text. */
function judge(answer: OutgoingAnswer): Outcome {
  if (answer.status < 200 || answer.status >= 300) return judgeStatus(answer)
  const inner = /Microsoft Teams endpoint returned HTTP error ([1345]\d{2})/.exec(
    answer.body.toString('utf8'),
  )?.[1]
  return judgeStatus(inner === undefined ? answer : { ...answer, status: Number(inner) })
}
