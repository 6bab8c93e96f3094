import { scopes } from '@signalpost/domain'
import { errorSchema } from '@signalpost/rest'
import { describePaths } from '@signalpost/rest/openapi'
import { createDocument, type oas32 } from 'zod-openapi'
import { type KeyFace, type Route, scopesOf } from '../face/define-routes.ts'
import { allowSpaceAround } from './allow-space-around.ts'
import { describeErrors, errorComponents } from './describe-errors.ts'
import { describeEvents } from './describe-events.ts'
import { describeFixedHeaders, headerComponents, headersOf, replayHeader } from './headers.ts'
import { addParameterExamples, parameterComponents, parameterRef } from './parameters.ts'
import { tagDescriptions, tagOf } from './tags.ts'

const description = `Sales signals of a workspace: signals, accounts, listeners and deals.

Every request carries a key as a bearer token. A key belongs to one workspace and sees nothing of another: a record of another workspace answers like a missing one. It makes at most 600 requests a minute unless the operator set another limit; \`RateLimit-*\` say how many are left.

Lists come in pages of 1 to 100 items, 25 by default. Send \`nextCursor\` as \`cursor\`, with the same filters, until it is null. A cursor is opaque and opens nothing else.

Unknown, repeated and empty parameters and unknown members of bodies are refused with a 400. Lengths of texts count code points, without the space around them. Moments are RFC 3339 and go out as \`YYYY-MM-DDTHH:mm:ss.sssZ\`; money is in minor units.

A body has at most 64 KiB, that of a note 128 KiB, and that of several deals 1 MiB. Each 64 KiB that a body begins counts as one request of the minute, whether the body is valid or not.

POST and PATCH take an \`Idempotency-Key\`. Every refusal has the Error body, with a stable \`code\`. Clients must tolerate absent optional members of a Signal, and new members and codes.`

/** Describes the interface, from the schemas that validate the traffic. */
export function describeApi({
  routes,
  publicUrl = '/',
}: {
  routes: readonly Route[]
  publicUrl?: string | undefined
}): oas32.OpenAPIObject {
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Signalpost API',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: publicUrl }],
      tags: [
        ...tagDescriptions,
        { name: 'Events', description: 'The event that a webhook channel receives.' },
      ],
      paths: describePaths<KeyFace>(routes, (route) => ({
        operation: {
          tags: [tagOf(route.path)],
          description: `${route.description}\n\n${scopeText(route)}`,
          security: scopesOf(route).map((scope) => ({ apiKey: [scope] })),
          parameters: [parameterRef('RequestId'), ...(route.body ? [parameterRef('IdempotencyKey')] : [])],
        },
        headers: {
          ...headersOf(route.success.status),
          ...describeFixedHeaders(route.success.headers),
          ...(route.body && replayHeader),
        },
        refusals: describeErrors(route),
      })),
      components: {
        schemas: { Error: errorSchema },
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'spk_<keyId>_<secret>',
            description: `A workspace API key. It acts as a member, never as an admin. Its scopes say what it may do: ${scopes.map((scope) => `\`${scope}\``).join(', ')}.`,
          },
        },
        parameters: parameterComponents,
        headers: headerComponents,
      },
    },
    { override: allowSpaceAround },
  )
  for (const { path, method } of routes) {
    const operation = document.paths?.[path]?.[method]
    if (operation !== undefined) addParameterExamples(operation)
  }
  const { webhooks, schemas } = describeEvents()
  return {
    ...document,
    webhooks,
    components: {
      ...document.components,
      schemas: { ...schemas, ...document.components?.schemas },
      responses: errorComponents(routes),
    },
  }
}

function scopeText({ scope, scopesBy }: Route): string {
  if (scopesBy === undefined) return `Scope: \`${scope}\`.`
  const byValue = Object.entries(scopesBy.scopes).map(([value, one]) => `\`${one}\` for \`${value}\``)
  return `Scope by \`${scopesBy.parameter}\`: ${byValue.join(', ')}.`
}
