import {
  createRedaction,
  findOpeningUrls,
  type InboxDelivery,
  openUrls,
  spellingsOf,
} from '@signalpost/domain'
import type { Outgoing, OutgoingRequest } from '@signalpost/outgoing'
import type { Channel, ChannelServices, Outcome, Sending } from '../channel.ts'
import type { SendMail } from '../email/send-mail.ts'

/**
 * A request as it was sent, without secrets. A mail has an address and a subject instead of a method and a URL, what goes to an
 * inbox a subject alone.
 */
export type SentRequest = {
  method?: string
  url?: string
  to?: string
  subject?: string
  headers: Record<string, string>
  body: string
  /** Whether the body was longer. */
  isCut?: true
}

const keptBodyLength = 32 * 1024
const redacted = '[redacted]'
const keptAnswerBytes = 1024
/** How much of an answer is searched for secrets, and how much of that may end with a part of one. */
const readAnswerLength = 16 * 1024
const unsureLength = 4 * 1024

// Any other header may be a credential, or may prove who sent the request.
const shownHeaders = new Set([
  'auto-submitted',
  'content-type',
  'idempotency-key',
  'in-reply-to',
  'message-id',
  'precedence',
  'references',
  'traceparent',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'x-entity-ref-id',
])

/**
 * Returns how a channel sends through these services, and a function that returns the last request; undefined before the
 * first. What is noted of requests and answers has none of the secrets, and no link that acts for its recipient.
 */
export function recordSending(
  kind: Pick<Channel, 'options' | 'send'>,
  services: ChannelServices,
  stored: Sending<Record<string, unknown>, Record<string, unknown>>,
): { send: () => Promise<Outcome>; findRequest: () => SentRequest | undefined } {
  let last: (() => SentRequest) | undefined
  const sending = openSending(kind, stored)
  const hide = createHiding(services, [
    ...sending.secrets.flatMap((secret) => Object.values(secret)),
    ...findOpeningUrls(kind, sending.settings),
  ])
  const through = (outgoing: Outgoing): Outgoing => ({
    ...outgoing,
    request: (request) => {
      last = () => describeRequest(request, hide)
      return outgoing.request(request)
    },
  })
  const { sendMail, deliverToInbox } = services
  const recorded = {
    ...services,
    outgoing: through(services.outgoing),
    operatorApi: through(services.operatorApi),
    sendMail:
      sendMail &&
      ((mail: Parameters<SendMail>[0], options: Parameters<SendMail>[1]) => {
        last = () => describeMail(mail, hide)
        return sendMail(mail, options)
      }),
    deliverToInbox:
      deliverToInbox &&
      ((delivery: InboxDelivery) => {
        last = () => describeDelivery(delivery, hide)
        return deliverToInbox(delivery)
      }),
  }
  return {
    send: async () => hideInOutcome(await kind.send(recorded, sending), hide),
    findRequest: () => last?.(),
  }
}

/** Stored settings do not have the URLs that are secrets. */
function openSending(
  kind: Pick<Channel, 'options'>,
  { settings, secrets, ...sending }: Sending<Record<string, unknown>, Record<string, unknown>>,
): Sending<Record<string, unknown>, Record<string, unknown>> {
  const opened = secrets.map((one) => openUrls(kind, { settings, secrets: one }))
  return {
    ...sending,
    settings: opened[0]?.settings ?? settings,
    secrets: opened.map(({ secrets: own }) => own),
  }
}

type Hiding = { text: (text: string) => string; url: (url: string) => string }

function createHiding(
  { publicUrl, smtp }: Pick<ChannelServices, 'publicUrl' | 'smtp'>,
  secrets: readonly unknown[],
): Hiding {
  const values = secrets.filter((value) => typeof value === 'string')
  const hide = createRedaction(smtp === undefined ? values : [...values, smtp.url])
  const secretOrigins = new Set(values.flatMap((value) => originOf(value) ?? []))
  const links = new RegExp(`(${spellingsOf(`${publicUrl}/`)}[au]${spellingsOf('/')})[^\\s"'<>\\\\]+`, 'gu')
  const text = (given: string): string => hide(given).replaceAll(links, `$1${redacted}`)
  return {
    text,
    // The path of a URL that is a secret may be spelled in many ways.
    url: (url) => {
      const origin = originOf(url)
      return origin !== undefined && secretOrigins.has(origin) ? `${origin}/${redacted}` : text(url)
    },
  }
}

/** Hides before it cuts, so that no part of a secret is left at the end. */
function hideInOutcome(outcome: Outcome, hide: Hiding): Outcome {
  const { answer, code } = outcome
  return {
    ...outcome,
    ...(answer !== undefined && { answer: keepAnswer(answer, hide) }),
    // Some receivers choose the code.
    ...(code !== undefined && { code: hide.text(code) }),
  }
}

function keepAnswer(answer: string, hide: Hiding): string {
  const text = hide.text(answer.slice(0, readAnswerLength))
  const sure = answer.length > readAnswerLength ? text.slice(0, -unsureLength) : text
  // A streaming decoder omits the bytes of an incomplete character.
  return new TextDecoder().decode(Buffer.from(sure).subarray(0, keptAnswerBytes), { stream: true })
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).origin : undefined
}

function describeRequest(
  { method, url, headers = {}, body = '' }: OutgoingRequest,
  hide: Hiding,
): SentRequest {
  return {
    method,
    url: hide.url(url),
    headers: describeHeaders(headers, hide),
    ...describeBody(body.toString(), hide),
  }
}

function describeMail(
  { to, subject, text, messageId, inReplyTo, headers }: Parameters<SendMail>[0],
  hide: Hiding,
): SentRequest {
  const thread = inReplyTo === undefined ? {} : { 'In-Reply-To': inReplyTo, References: inReplyTo }
  return {
    to,
    subject: hide.text(subject),
    headers: describeHeaders({ 'Message-ID': messageId, ...thread, ...headers }, hide),
    ...describeBody(text, hide),
  }
}

function describeDelivery({ message }: InboxDelivery, hide: Hiding): SentRequest {
  return {
    subject: hide.text(message.heading),
    headers: {},
    ...describeBody(JSON.stringify(message, undefined, 2), hide),
  }
}

function describeHeaders(headers: Record<string, string>, hide: Hiding): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      shownHeaders.has(name.toLowerCase()) ? hide.text(value) : redacted,
    ]),
  )
}

/** Redacts before it cuts, so that no part of a secret is left at the end. */
function describeBody(body: string, hide: Hiding): Pick<SentRequest, 'body' | 'isCut'> {
  const text = hide.text(body)
  return text.length > keptBodyLength ? { body: text.slice(0, keptBodyLength), isCut: true } : { body: text }
}
