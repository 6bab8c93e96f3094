import { defaultBodyBytes } from '@signalpost/rest'
import type { oas32, ZodOpenApiOperationObject, ZodOpenApiRequestBodyObject } from 'zod-openapi'
import type { Route } from '../http/define-route.ts'
import { describeErrors } from './describe-errors.ts'
import { describeFixedHeaders, headersOf, replayHeader } from './headers.ts'
import { parameterRef } from './parameters.ts'
import { tagOf } from './tags.ts'

export function describeRoute(route: Route): ZodOpenApiOperationObject {
  const { operationId, path, summary, description, scope, params, query, body, success } = route
  const { status, contentType = 'application/json', headers, schema, example } = success
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    description: `${description}\n\nScope: \`${scope}\`.`,
    security: [{ apiKey: [scope] }],
    parameters: [parameterRef('RequestId'), ...(body === undefined ? [] : [parameterRef('IdempotencyKey')])],
    requestParams: { path: params, query },
    ...(body && { requestBody: describeBody(body) }),
    responses: {
      [String(status)]: {
        description: success.description,
        headers: { ...headersOf(status), ...describeFixedHeaders(headers), ...(body && replayHeader) },
        content: { [contentType]: { schema, example } },
      },
      ...describeErrors(route),
    },
  }
}

function describeBody({
  schema,
  example,
  maxBytes = defaultBodyBytes,
  isOptional = false,
}: NonNullable<Route['body']>): ZodOpenApiRequestBodyObject {
  const limit = maxBytes < 1_048_576 ? `${maxBytes / 1_024} KiB` : `${maxBytes / 1_048_576} MiB`
  return {
    required: !isOptional,
    description: `At most ${limit}.`,
    content: { 'application/json': { schema, example } },
  }
}

/** Gives every parameter without an example one: from its schema, or the first allowed value. */
export function addParameterExamples(operation: oas32.OperationObject): void {
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter || parameter.example !== undefined || parameter.examples !== undefined) continue
    const { schema } = parameter
    if (typeof schema !== 'object' || '$ref' in schema) continue
    parameter.example =
      schema.example ??
      schema.default ??
      schema.enum?.[0] ??
      (schema.type === 'boolean' ? true : schema.minimum)
  }
}
