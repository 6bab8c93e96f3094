import { dayMs, hourMs, minuteMs } from '@signalpost/domain'
import { userAgent } from '@signalpost/outgoing'
import { generateSecret, signRequest, standardWebhooks } from '@signalpost/signatures'
import { z } from 'zod'
import { type ChannelServices, defineChannel, type Outcome } from '../channel.ts'
import { channelUrlSchema } from '../channel-url.ts'
import { findRetryAfterMs, judgeFailedRequest, recordAnswer } from '../http-outcome.ts'
import { outgoingEventTypes } from './outgoing-event-types.ts'
import { renderWebhookMessages, type WebhookMessage } from './webhook-messages.ts'

const timeoutMs = 10_000
const everyType = '*'

const settings = z.strictObject({
  url: channelUrlSchema,
  /** The event types that it receives; `*` means all. Alerts depend on the rules that name the channel. */
  events: z
    .array(
      z.string().refine((type) => type === everyType || outgoingEventTypes.includes(type), {
        message: `expected ${everyType} or one of ${outgoingEventTypes.join(', ')}`,
      }),
    )
    .max(100)
    .transform((types) => [...new Set(types)])
    .default([]),
})

// More than is kept, so that no secret is cut before it is hidden.
const maxAnswerBytes = 64 * 1024

const secrets = z.strictObject({
  /** Signs both headers: `whsec_` and base64. */
  secret: z.string().refine((text) => standardWebhooks.secret.safeParse(text).success, {
    message: 'expected whsec_ and at least 16 bytes in base64',
  }),
})

/**
 * A user's server. The body is our envelope, or an array of them if an alert has several signals; such a request has a
 * separate id in `webhook-id`, and each event keeps its own.
 */
export const webhook = defineChannel({
  kind: 'webhook',
  title: 'Webhook',
  summary: 'Post signed alerts and changes to a URL; a generated secret is shown once',
  isForPrograms: true,
  settings,
  secrets,
  options: {
    url: { placeholder: '<url>', description: 'the URL that receives the events', isUrl: true },
    events: {
      placeholder: '<type>',
      description: 'the types of changes to send; * for all',
      isList: true,
      choices: [everyType, ...outgoingEventTypes],
      optionName: 'event',
    },
    secret: {
      secret: 'file',
      description: "the receiver's own secret (default: a generated one)",
      generate: generateSecret,
    },
  },
  guide: [
    { text: 'Give the address of a server of yours that takes POST requests with JSON as “URL”.' },
    {
      text: 'Alerts come by the rules that name the channel. Choose as “Events” what it should get besides, or nothing.',
    },
    {
      text: 'Leave “Secret” empty for a new one, which is shown once. Only a receiver that brings its own needs it.',
    },
    {
      text: 'Let the receiver verify each request with the secret. The signature is that of Standard Webhooks, so any library for it works.',
    },
  ],
  pace: undefined,
  retryDelaysMs: [5_000, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs],
  instantExpiresAfterMs: undefined,
  recognisesRepeats: true,
  maxItems: 500,
  disabledAfter: { failingMs: 5 * dayMs, attempts: 10 },
  subscribesTo: ({ events }, type) =>
    events.includes(type) || (events.includes(everyType) && outgoingEventTypes.includes(type)),
  recipients: () => [''],
  send: async (services, { content, settings: { url }, secrets: sealed, signal, traceparent, ...source }) => {
    const messages = renderWebhookMessages(content, source)
    const texts = sealed.map(({ secret }) => secret)
    let outcome: Outcome = { outcome: 'rejected', code: 'nothing_to_send' }
    for (const message of messages) {
      const caller = source.channelId
      outcome = await post(services, { message, url, secrets: texts, signal, traceparent, caller })
      // The receiver recognises the requests that it already accepted when all are sent again.
      if (outcome.outcome !== 'sent') return outcome
    }
    return outcome
  },
})

type Post = {
  message: WebhookMessage
  url: string
  secrets: string[]
  signal: AbortSignal
  traceparent: string | undefined
  caller: string
}

async function post(
  { outgoing }: ChannelServices,
  { message: { id, body }, url, secrets: texts, signal, traceparent, caller }: Post,
): Promise<Outcome> {
  const bytes = Buffer.from(body)
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signatures = signRequest({ secrets: texts, id, timestampSeconds, body: bytes })
  try {
    const answer = await outgoing.request({
      method: 'POST',
      url,
      headers: {
        ...signatures,
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...(traceparent !== undefined && { traceparent }),
      },
      body: bytes,
      timeoutMs,
      maxAnswerBytes,
      signal,
      caller,
    })
    return { ...recordAnswer(answer), ...judgeStatus(answer) }
  } catch (error) {
    return judgeFailedRequest(error)
  }
}

/** Receivers fix faulty deployments, so every refusal is retried, except by a URL that is gone. */
function judgeStatus(answer: Parameters<typeof findRetryAfterMs>[0]): Outcome {
  const { status } = answer
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 410) return { outcome: 'disabled', code: 'gone' }
  if (status === 429) {
    return { outcome: 'throttled', code: 'rate_limited', retryAfterMs: findRetryAfterMs(answer) }
  }
  if (status >= 300 && status < 400) return { outcome: 'retry', code: 'redirect' }
  return { outcome: 'retry', code: `http_${status}` }
}
