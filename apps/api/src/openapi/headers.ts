import type { oas32 } from 'zod-openapi'

type Headers = Record<string, oas32.HeaderObject | oas32.ReferenceObject>

const whole = (description: string, minimum: number): oas32.HeaderObject => ({
  description,
  schema: { type: 'integer', minimum },
})

/** The headers of answers, as components. */
export const headerComponents: Record<string, oas32.HeaderObject> = {
  RequestId: {
    description: "The request's id: the caller's x-request-id where it has the form, else a random one.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
  },
  CacheControl: {
    description: 'Answers are not to be stored.',
    schema: { type: 'string', const: 'no-store' },
  },
  RateLimitLimit: whole('Requests that the key may make in a minute.', 1),
  RateLimitRemaining: whole('What is left of this minute.', 0),
  RateLimitReset: whole('Seconds until the next minute begins.', 1),
  RetryAfter: whole('Seconds to wait before the request is sent again.', 1),
  IdempotencyReplayed: {
    description: 'The answer is that of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', const: 'true' },
  },
  WwwAuthenticate: { description: 'The scheme.', schema: { type: 'string', const: 'Bearer' } },
}

const always: Headers = { 'x-request-id': ref('RequestId'), 'Cache-Control': ref('CacheControl') }
const ofKey: Headers = {
  'RateLimit-Limit': ref('RateLimitLimit'),
  'RateLimit-Remaining': ref('RateLimitRemaining'),
  'RateLimit-Reset': ref('RateLimitReset'),
}

/** What a success of POST and PATCH has when it was given before. */
export const replayHeader: Headers = { 'Idempotency-Replayed': ref('IdempotencyReplayed') }

/** The headers that an answer of this status has. */
export function headersOf(status: number): Headers {
  if (status === 401) return { ...always, 'WWW-Authenticate': ref('WwwAuthenticate') }
  if (status === 429) return { ...always, ...ofKey, 'Retry-After': ref('RetryAfter') }
  if (status === 503) return { ...always, 'Retry-After': ref('RetryAfter') }
  return { ...always, ...ofKey }
}

function ref(name: string): oas32.ReferenceObject {
  return { $ref: `#/components/headers/${name}` }
}
