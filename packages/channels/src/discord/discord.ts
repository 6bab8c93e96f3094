import { minuteMs, secondMs } from '@signalpost/domain'
import type { OutgoingAnswer } from '@signalpost/outgoing'
import { z } from 'zod'
import { askInJson, judgeStatus } from '../ask-service.ts'
import { defineChannel, type Outcome } from '../channel.ts'
import { channelUrlSchema } from '../channel-url.ts'
import { checkService } from '../check-service.ts'
import { findJson } from '../find-json.ts'
import { cleanLine } from '../text/clean-text.ts'
import { findDiscordMessage, maxDiscordItems } from './render-message.ts'

const foundWebhook = z.object({ name: z.string().nullish() })
const postedMessage = z.object({ id: z.string().regex(/^\d{1,20}$/) })

/** Discord, through the webhook of a channel. https://discord.com/developers/docs/resources/webhook#execute-webhook */
export const discord = defineChannel({
  kind: 'discord',
  title: 'Discord',
  summary: 'Send to Discord through the webhook of a channel',
  settings: z.strictObject({}),
  secrets: z.strictObject({
    webhookUrl: channelUrlSchema.refine((url) => URL.parse(url)?.searchParams.has('wait') !== true, {
      message: 'expected the URL as Discord shows it, without the parameter wait',
    }),
  }),
  options: {
    webhookUrl: { isUrl: true, secret: 'text or file', description: 'the URL of the webhook' },
  },
  guide: [
    {
      text: 'In Discord, choose “Edit Channel” (the gear beside the channel), then “Integrations”. You need the permission “Manage Webhooks”.',
    },
    { text: 'Choose “Create Webhook”, or “View Webhooks” and “New Webhook” if there are some already.' },
    { text: 'Open the new webhook, give it a name, and choose “Copy Webhook URL”.' },
    { text: 'Paste the address as “Webhook URL”, and save your changes in Discord.' },
  ],
  check: {
    needs: 'webhookUrl',
    ask: async ({ outgoing }, { secrets: { webhookUrl: url = '' }, orgId: caller, signal }) =>
      checkService(outgoing, 'Discord', { method: 'GET', url, caller, signal }, (answer) => {
        const found = foundWebhook.safeParse(findJson(answer.body))
        if (answer.status === 200 && found.success) {
          const name = cleanLine(found.data.name ?? '')
          return { isGood: true, text: `Discord knows this webhook${name === '' ? '' : ` as “${name}”`}.` }
        }
        if (answer.status !== 401 && answer.status !== 404) return undefined
        return {
          isGood: false,
          text: 'Discord does not know this webhook: it was deleted, or its address is not whole. Copy it again.',
        }
      }),
  },
  // A channel may get thirty messages a minute.
  pace: { perSecond: 0.5, burst: 5 },
  retryDelaysMs: [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs],
  instantExpiresAfterMs: 120 * minuteMs,
  recognisesRepeats: false,
  maxItems: maxDiscordItems,
  disabledAfter: undefined,
  recipients: () => [''],
  send: async ({ outgoing }, { content, channelId, secrets: [secret], reference, signal, ...links }) => {
    if (secret === undefined) return { outcome: 'disabled', code: 'incomplete_settings' }
    const body = findDiscordMessage(content, links)
    if (body === undefined) return { outcome: 'rejected', code: 'content_not_supported' }
    const request = { body, signal, caller: channelId }
    if (reference === undefined) {
      return askInJson(outgoing, { ...request, url: urlOf(secret.webhookUrl) }, judge)
    }
    const url = urlOf(secret.webhookUrl, reference.messageId)
    const outcome = await askInJson(outgoing, { ...request, method: 'PATCH', url }, judge)
    // The message is gone, not the channel.
    return outcome.httpStatus === 404 ? { ...outcome, outcome: 'rejected' } : outcome
  },
})

function urlOf(webhookUrl: string, messageId?: string): string {
  const url = new URL(webhookUrl)
  if (messageId === undefined) url.searchParams.set('wait', 'true')
  else url.pathname += `/messages/${messageId}`
  return url.href
}

function judge(answer: OutgoingAnswer): Outcome {
  const outcome = judgeStatus(answer)
  if (outcome.outcome !== 'sent') return outcome
  const posted = postedMessage.safeParse(findJson(answer.body))
  // A success in another format may come from a proxy, before or after Discord saw the message.
  if (!posted.success) return { outcome: 'ambiguous', code: 'unexpected_answer' }
  return { outcome: 'sent', reference: { messageId: posted.data.id } }
}
