import { type ErrorCode, errorCodes } from '@signalpost/domain'
import {
  createDocument,
  type oas32,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi'
import type { Route } from '../define-route.ts'
import { describeEvents } from './describe-events.ts'
import { errorSchema } from './error-schema.ts'
import { headerComponents, headersOf, replayHeader } from './headers.ts'

const errorsOfEveryRoute: readonly ErrorCode[] = [
  'invalid_request',
  'bad_request',
  'unauthorized',
  'forbidden',
  'rate_limited',
  'internal',
  'unavailable',
]
const errorsOfEveryBody: readonly ErrorCode[] = [
  'invalid_json',
  'conflict',
  'body_too_large',
  'unsupported_media_type',
]

/** The interface description, made from the schemas that validate the traffic. */
export function describeApi({
  routes,
  publicUrl = '/',
}: {
  routes: readonly Route[]
  publicUrl?: string | undefined
}): oas32.OpenAPIObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeRoute(route) }
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Signalpost API',
      version: '1.0.0',
      description:
        'Sales signals of a workspace. Clients must tolerate absent optional members of a Signal, and new members and codes.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'spk_<keyId>_<secret>',
          description: 'A workspace API key. It acts as a member; what it may do is named by its scopes.',
        },
      },
      parameters: {
        RequestId: requestIdParameter,
        IdempotencyKey: idempotencyKeyParameter,
        ServiceSignature: signatureParameter,
      },
      headers: headerComponents,
    },
  })
  const { webhooks, schemas } = describeEvents()
  return {
    ...document,
    webhooks,
    components: { ...document.components, schemas: { ...schemas, ...document.components?.schemas } },
  }
}

function describeRoute(route: Route): ZodOpenApiOperationObject {
  const { operationId, summary, description, scope, params, query, body, success } = route
  const { status, contentType = 'application/json', schema, example } = success
  const parameters = [{ $ref: '#/components/parameters/RequestId' }]
  if (body !== undefined) parameters.push({ $ref: '#/components/parameters/IdempotencyKey' })
  return {
    operationId,
    summary,
    description: `${description}\n\nScope: \`${scope}\`.`,
    security: [{ apiKey: [scope] }],
    parameters,
    requestParams: { path: params, query },
    ...(body && { requestBody: { required: true, content: { 'application/json': body } } }),
    responses: {
      [String(status)]: {
        description: success.description,
        headers: { ...headersOf(status), ...(body && replayHeader) },
        content: { [contentType]: { schema, example } },
      },
      ...describeErrors([...errorsOfEveryRoute, ...(body ? errorsOfEveryBody : []), ...route.errors]),
    },
  }
}

function describeErrors(codes: readonly ErrorCode[]): ZodOpenApiResponsesObject {
  const byStatus = Map.groupBy(new Set(codes), (code) => errorCodes[code].status)
  const described = [...byStatus].map(([status, codesOfStatus]) => [
    String(status),
    {
      description: codesOfStatus.map((code) => `\`${code}\`: ${errorCodes[code].remedy}`).join('\n'),
      headers: headersOf(status),
      content: { 'application/json': { schema: errorSchema } },
    },
  ])
  return Object.fromEntries(described)
}

const requestIdParameter: oas32.ParameterObject = {
  name: 'x-request-id',
  in: 'header',
  required: false,
  description: 'Comes back in the answer; makes the request findable in the logs.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
}

const idempotencyKeyParameter: oas32.ParameterObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.',
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
}

const signatureParameter: oas32.ParameterObject = {
  name: 'x-service-signature',
  in: 'header',
  required: true,
  description:
    '`t=<seconds>,v1=<hex>`: HMAC-SHA256 under the secret of `t`, a full stop and the raw body. Verify it before believing the event.',
  schema: { type: 'string', maxLength: 1024 },
}
