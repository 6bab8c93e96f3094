import { errorSchema } from '@signalpost/rest'
import { describePaths, refusalsByStatus } from '@signalpost/rest/openapi'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import type { PeopleFace, Route } from '../face/define-routes.ts'

const ofEveryRoute = ['invalid_request', 'forbidden', 'rate_limited', 'internal', 'unavailable'] as const

/** The description of the JSON routes, made from the schemas that validate the traffic. */
export function describeConsole(routes: readonly Route[]): object {
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Signalpost console',
      version: '1.0.0',
      description:
        'What the pages of the console ask. Opened by the cookie of a session, never by an API key. Writes need `content-type: application/json` and come from a page of the same origin. `x-role` is the least that the caller needs.',
    },
    paths: describePaths<PeopleFace>(routes, (route) => ({
      operation: { 'x-role': route.role, security: route.role === 'nobody' ? [] : [{ session: [] }] },
      refusals: describeRefusals(route),
    })),
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: '__Host-signalpost_session' } },
    },
  })
}

function describeRefusals({ role, errors, path }: Route): ZodOpenApiOperationObject['responses'] {
  const ofSession = role === 'nobody' ? [] : (['unauthorized'] as const)
  const ofWorkspace = path.includes('{orgId}') ? (['not_found'] as const) : []
  const refusals = refusalsByStatus(...ofEveryRoute, ...ofSession, ...ofWorkspace, ...errors)
  const described = refusals.map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\``).join(', '),
      content: { 'application/json': { schema: errorSchema } },
    },
  ])
  return Object.fromEntries(described)
}
