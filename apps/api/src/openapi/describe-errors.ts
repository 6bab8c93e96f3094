import { type ErrorBody, type ErrorCode, errorCodes } from '@signalpost/domain'
import { refusalsByStatus } from '@signalpost/rest/openapi'
import type { oas32 } from 'zod-openapi'
import type { Route } from '../face/define-routes.ts'
import { headersOf } from './headers.ts'

const ofEveryRoute: readonly ErrorCode[] = [
  'invalid_request',
  'bad_request',
  'unauthorized',
  'forbidden',
  'method_not_allowed',
  'request_timeout',
  'misdirected_request',
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
const messages: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'The request is invalid; detail says where.',
  unauthorized: 'A valid API key is needed.',
  forbidden: 'The key does not have the scope signals:read.',
  rate_limited: 'The key has made too many requests in this minute.',
}

/** Describes all refusals of a route by status. Routes with the same codes share one description. */
export function describeErrors(route: Route): Record<string, oas32.ReferenceObject> {
  const described = refusalsOf(route).map(([status, codes]) => [
    String(status),
    { $ref: `#/components/responses/${nameOf(codes)}` },
  ])
  return Object.fromEntries(described)
}

export function errorComponents(routes: readonly Route[]): Record<string, oas32.ResponseObject> {
  const described = routes
    .flatMap(refusalsOf)
    .map(([status, codes]) => [nameOf(codes), describeError(status, codes)])
  return Object.fromEntries(described)
}

function refusalsOf({ body, errors }: Route): [number, ErrorCode[]][] {
  return refusalsByStatus(...ofEveryRoute, ...(body === undefined ? [] : ofEveryBody), ...errors)
}

/** `InvalidRequestOrBadRequest` */
function nameOf(codes: readonly ErrorCode[]): string {
  const pascal = (code: string): string =>
    code.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase())
  return codes.map(pascal).join('Or')
}

function describeError(status: number, codes: readonly ErrorCode[]): oas32.ResponseObject {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCodes[code].remedy}`).join('\n'),
    headers: headersOf(status),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { code: { enum: [...codes] } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  }
}

function exampleOf(code: ErrorCode): ErrorBody {
  const message = messages[code] ?? errorCodes[code].remedy
  if (code !== 'invalid_request') return { message, code }
  return { message, code, detail: [{ path: 'limit', message: 'expected a whole number from 1 to 100' }] }
}
