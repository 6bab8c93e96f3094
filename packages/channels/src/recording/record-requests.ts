import type { Outgoing, OutgoingRequest } from '@signalpost/outgoing'
import type { ChannelServices } from '../channel.ts'
import type { SendMail } from '../email/send-mail.ts'

/** A request as it was sent, without secrets. A mail has an address and a subject instead of a method and a URL. */
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
const shortestSecret = 4

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
 * Returns services that note what is sent through them, and a function that returns the last request; undefined before
 * the first. What is noted has none of the secrets, and no link that acts for its recipient.
 */
export function recordRequests<Services extends ChannelServices>(
  services: Services,
  secrets: readonly Readonly<Record<string, unknown>>[],
): { services: Services; findRequest: () => SentRequest | undefined } {
  let last: (() => SentRequest) | undefined
  const hide = createRedaction(services.publicUrl, secrets)
  const through = (outgoing: Outgoing): Outgoing => ({
    ...outgoing,
    request: (request) => {
      last = () => describeRequest(request, hide)
      return outgoing.request(request)
    },
  })
  const { sendMail } = services
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
  }
  return { services: recorded, findRequest: () => last?.() }
}

type Redaction = { text: (text: string) => string; url: (url: string) => string }

function createRedaction(
  publicUrl: string,
  secrets: readonly Readonly<Record<string, unknown>>[],
): Redaction {
  const values = secrets.flatMap((secret) =>
    Object.values(secret).flatMap((value) => (typeof value === 'string' ? [value] : [])),
  )
  const hidden = values
    .flatMap(spellingsOf)
    .filter((text) => text.length >= shortestSecret)
    .toSorted((one, other) => other.length - one.length)
  const secretOrigins = new Set(values.flatMap((value) => originOf(value) ?? []))
  const links = new RegExp(`(${RegExp.escape(publicUrl)}/[au]/)[^\\s"'<>\\\\]+`, 'g')
  const text = (given: string): string =>
    hidden
      .reduce((rest, secret) => rest.replaceAll(secret, redacted), given)
      .replaceAll(links, `$1${redacted}`)
  return {
    text,
    // The path of a URL that is a secret may be spelled in many ways.
    url: (url) => {
      const origin = originOf(url)
      return origin !== undefined && secretOrigins.has(origin) ? `${origin}/${redacted}` : text(url)
    },
  }
}

/** A secret may have several lines, and stand in JSON or in a URL. */
function spellingsOf(secret: string): string[] {
  const parts = [secret, ...secret.split(/\r?\n/), ...secret.split(/\r?\n/).map(valueOfHeader)]
  return parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)])
}

function valueOfHeader(line: string): string {
  return line.slice(line.indexOf(':') + 1).trim()
}

function originOf(url: string): string | undefined {
  return URL.canParse(url) && /^https?:/i.test(url) ? new URL(url).origin : undefined
}

function describeRequest(
  { method, url, headers = {}, body = '' }: OutgoingRequest,
  hide: Redaction,
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
  hide: Redaction,
): SentRequest {
  const thread = inReplyTo === undefined ? {} : { 'In-Reply-To': inReplyTo, References: inReplyTo }
  return {
    to,
    subject: hide.text(subject),
    headers: describeHeaders({ 'Message-ID': messageId, ...thread, ...headers }, hide),
    ...describeBody(text, hide),
  }
}

function describeHeaders(headers: Record<string, string>, hide: Redaction): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      shownHeaders.has(name.toLowerCase()) ? hide.text(value) : redacted,
    ]),
  )
}

/** Redacts before it cuts, so that no part of a secret is left at the end. */
function describeBody(body: string, hide: Redaction): Pick<SentRequest, 'body' | 'isCut'> {
  const text = hide.text(body)
  return text.length > keptBodyLength ? { body: text.slice(0, keptBodyLength), isCut: true } : { body: text }
}
