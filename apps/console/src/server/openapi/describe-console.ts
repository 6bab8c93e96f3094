import { errorCodes } from '@signalpost/domain'
import { errorSchema } from '@signalpost/rest'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import type { Route } from '../http/define-route.ts'

const ofEveryRoute = ['invalid_request', 'forbidden', 'rate_limited', 'internal', 'unavailable'] as const

/** The description of the JSON routes, made from the schemas that validate the traffic. */
export function describeConsole(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: describe(route) }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Signalpost console',
      version: '1.0.0',
      description:
        'What the pages of the console ask. Opened by the cookie of a session, never by an API key. Writes need `content-type: application/json` and come from a page of the same origin. `x-role` is the least that the caller needs.',
    },
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-signalpost_session' } },
    },
  })
}

function describe(route: Route): ZodOpenApiOperationObject {
  const { operationId, summary, role, params, query, body, success } = route
  const isEmpty = success.status === 204
  return {
    ...{ operationId, summary, 'x-role': role },
    security: role === 'nobody' ? [] : [{ session: [] }],
    requestParams: { path: params, query },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: {
      [String(success.status)]: {
        description: success.description,
        ...(!isEmpty && { content: { [typeOf(route)]: { schema: success.schema } } }),
      },
      ...errorsOf(route),
    },
  }
}

function typeOf({ path }: Route): string {
  return path.endsWith('/stream') ? 'text/event-stream' : 'application/json'
}

function errorsOf({ role, errors, path }: Route): ZodOpenApiOperationObject['responses'] {
  const ofSession = role === 'nobody' ? [] : (['unauthorized'] as const)
  const ofWorkspace = path.includes('{orgId}') ? (['not_found'] as const) : []
  const codes = new Set([...ofEveryRoute, ...ofSession, ...ofWorkspace, ...errors])
  const described = [...Map.groupBy(codes, (code) => errorCodes[code].status)].map(([status, same]) => [
    String(status),
    {
      description: same.map((code) => `\`${code}\``).join(', '),
      content: { 'application/json': { schema: errorSchema } },
    },
  ])
  return Object.fromEntries(described)
}
