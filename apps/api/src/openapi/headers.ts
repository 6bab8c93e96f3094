import type { oas32 } from 'zod-openapi'

export type Headers = Record<string, oas32.HeaderObject | oas32.ReferenceObject>

const whole = (description: string, minimum: number, example: number): oas32.HeaderObject => ({
  description,
  required: true,
  schema: { type: 'integer', minimum },
  example,
})
const fixed = (description: string, value: string): oas32.HeaderObject => ({
  description,
  required: true,
  schema: { type: 'string', const: value },
  example: value,
})
const optional = (header: oas32.HeaderObject): oas32.HeaderObject => ({ ...header, required: false })

const rateLimitLimit = whole('Requests that the key may make in a minute.', 1, 600)
const rateLimitRemaining = whole('Requests left in this minute.', 0, 599)
const rateLimitReset = whole('Seconds until the next minute begins.', 1, 42)
const retryAfter = whole('Seconds to wait before sending the request again.', 1, 5)

/** Headers of answers, as components. */
export const headerComponents: Record<string, oas32.HeaderObject> = {
  RequestId: {
    description: "The request's id: the caller's x-request-id where it has the form, else a random one.",
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: '0b9ff9c4-1c43-4f0f-9d6c-3f2a9c0f4b11',
  },
  CacheControl: fixed('Answers must not be stored.', 'no-store'),
  RateLimitLimit: rateLimitLimit,
  RateLimitRemaining: rateLimitRemaining,
  RateLimitReset: rateLimitReset,
  RateLimitLimitIfCounted: optional(rateLimitLimit),
  RateLimitRemainingIfCounted: optional(rateLimitRemaining),
  RateLimitResetIfCounted: optional(rateLimitReset),
  RetryAfter: retryAfter,
  RetryAfterIfUseful: optional(retryAfter),
  Allow: {
    description: 'The methods that the path serves.',
    required: true,
    schema: { type: 'string' },
    example: 'GET, HEAD',
  },
  SignalpostCell: {
    description: 'The cell that the key belongs to.',
    required: true,
    schema: { type: 'string', pattern: '^([a-z0-9]{2,4}|default)$' },
    example: 'eu',
  },
  IdempotencyReplayed: optional(
    fixed('Set when the answer is that of an earlier request with the same Idempotency-Key.', 'true'),
  ),
  WwwAuthenticate: fixed('The scheme.', 'Bearer'),
}

const always: Headers = { 'x-request-id': ref('RequestId'), 'Cache-Control': ref('CacheControl') }
const counted: Headers = {
  'RateLimit-Limit': ref('RateLimitLimit'),
  'RateLimit-Remaining': ref('RateLimitRemaining'),
  'RateLimit-Reset': ref('RateLimitReset'),
}
/** Headers of refusals that may come before the key is known. */
const perhapsCounted: Headers = {
  'RateLimit-Limit': ref('RateLimitLimitIfCounted'),
  'RateLimit-Remaining': ref('RateLimitRemainingIfCounted'),
  'RateLimit-Reset': ref('RateLimitResetIfCounted'),
}
const ofStatus: Record<number, Headers> = {
  400: perhapsCounted,
  401: { 'WWW-Authenticate': ref('WwwAuthenticate') },
  405: { ...counted, Allow: ref('Allow') },
  408: {},
  409: { ...counted, 'Retry-After': ref('RetryAfterIfUseful') },
  421: { 'Signalpost-Cell': ref('SignalpostCell') },
  429: { ...perhapsCounted, 'Retry-After': ref('RetryAfter') },
  431: {},
  500: perhapsCounted,
  503: { ...perhapsCounted, 'Retry-After': ref('RetryAfter') },
}

/** The header of a POST or PATCH whose success was stored before. */
export const replayHeader: Headers = { 'Idempotency-Replayed': ref('IdempotencyReplayed') }

/** Returns the headers of an answer with this status. */
export function headersOf(status: number): Headers {
  return { ...always, ...(ofStatus[status] ?? counted) }
}

/** Describes headers whose values never change. */
export function describeFixedHeaders(headers: Record<string, string> = {}): Headers {
  const described = Object.entries(headers).map(([name, value]) => [name, fixed('Always this.', value)])
  return Object.fromEntries(described)
}

function ref(name: string): oas32.ReferenceObject {
  return { $ref: `#/components/headers/${name}` }
}
