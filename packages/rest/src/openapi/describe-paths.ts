import { type ErrorCode, errorCodes } from '@signalpost/domain'
import type { z } from 'zod'
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiRequestBodyObject,
} from 'zod-openapi'
import { defaultBodyBytes } from '../read-json-body.ts'
import type { Face, Route } from '../routes/route.ts'

type Responses = ZodOpenApiOperationObject['responses']
type Response = Exclude<NonNullable<Responses[`${1 | 2 | 3 | 4 | 5}${string}`]>, { $ref: string }>

/** What a face says of a route beside what the engine knows of it. */
type RouteFacts = {
  /** Tags, security and the like. */
  operation: Partial<ZodOpenApiOperationObject>
  /** Headers of the success. */
  headers?: Response['headers']
  /** By status. */
  refusals: Responses
}

/** Describes routes as OpenAPI's paths, from the schemas that validate the traffic. */
export function describePaths<Of extends Face>(
  routes: readonly Route<Of>[],
  factsOf: (route: Route<Of>) => RouteFacts,
): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method]: describeRoute<Of>(route, factsOf(route)) }
  }
  return paths
}

function describeRoute<Of extends Face>(
  route: Route<Of>,
  { operation, headers, refusals }: RouteFacts,
): ZodOpenApiOperationObject {
  const { operationId, summary, params, query, success } = route
  const body: z.ZodType | undefined = route.body
  const { status, contentType = 'application/json', schema, example } = success
  return {
    ...{ operationId, summary, ...operation },
    requestParams: { path: params, query },
    ...(body && { requestBody: describeBody<Of>(route, body) }),
    responses: {
      [String(status)]: {
        description: success.description,
        ...(headers && { headers }),
        ...(status !== 204 && {
          content: { [contentType]: { schema, ...(example !== undefined && { example }) } },
        }),
      },
      ...refusals,
    },
  }
}

function describeBody<Of extends Face>(
  { bodyExample, maxBodyBytes = defaultBodyBytes, bodyIsOptional = false }: Route<Of>,
  schema: z.ZodType,
): ZodOpenApiRequestBodyObject {
  const limit = maxBodyBytes < 1_048_576 ? `${maxBodyBytes / 1_024} KiB` : `${maxBodyBytes / 1_048_576} MiB`
  return {
    required: !bodyIsOptional,
    description: `At most ${limit}.`,
    content: {
      'application/json': { schema, ...(bodyExample !== undefined && { example: bodyExample }) },
    },
  }
}

/** The codes of a route's refusals by their status, in order, each once. */
export function refusalsByStatus(...codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const grouped = Map.groupBy(new Set(codes), (code) => errorCodes[code].status)
  return [...grouped].toSorted(([a], [b]) => a - b)
}
