import { type ErrorBody, type ErrorCode, errorCodes, type Scope } from '@signalpost/domain'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'
import type { Route } from '../define-route.ts'
import { headersOf } from './headers.ts'

const ofEveryRoute: readonly ErrorCode[] = [
  'invalid_request',
  'bad_request',
  'unauthorized',
  'forbidden',
  'method_not_allowed',
  'request_timeout',
  'rate_limited',
  'headers_too_large',
  'internal',
  'unavailable',
]
const ofEveryBody: readonly ErrorCode[] = [
  'invalid_json',
  'conflict',
  'body_too_large',
  'unsupported_media_type',
]

/** Every refusal that a route knows, by status, each code with an example. */
export function describeErrors({ body, errors, scope }: Route): ZodOpenApiResponsesObject {
  const codes = new Set([...ofEveryRoute, ...(body === undefined ? [] : ofEveryBody), ...errors])
  const byStatus = [...Map.groupBy(codes, (code) => errorCodes[code].status)].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(
    byStatus.map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `\`${code}\`: ${errorCodes[code].remedy}`).join('\n'),
        headers: headersOf(status),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Error' },
                { type: 'object' as const, properties: { code: { enum: ofStatus } } },
              ],
            },
            examples: Object.fromEntries(ofStatus.map((code) => [code, { value: exampleOf(code, scope) }])),
          },
        },
      },
    ]),
  )
}

function exampleOf(code: ErrorCode, scope: Scope): ErrorBody {
  const messages: Partial<Record<ErrorCode, string>> = {
    invalid_request: 'The request is invalid; detail says where.',
    unauthorized: 'A valid API key is needed.',
    forbidden: `The key does not have the scope ${scope}.`,
    rate_limited: 'The key has made too many requests in this minute.',
  }
  const message = messages[code] ?? errorCodes[code].remedy
  if (code !== 'invalid_request') return { message, code }
  return { message, code, detail: [{ path: 'limit', message: 'expected a whole number from 1 to 100' }] }
}
