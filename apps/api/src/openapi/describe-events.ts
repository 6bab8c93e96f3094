import { type EventKind, envelopeSchema, eventKinds } from '@signalpost/domain'
import { z } from 'zod'
import { createSchema, type oas32 } from 'zod-openapi'

/** The events as `webhooks`, one for each kind, with the schemas that they refer to. */
export function describeEvents(): {
  webhooks: oas32.PathsObject
  schemas: Record<string, oas32.SchemaObject | oas32.ReferenceObject>
} {
  const described = eventKinds.map((kind) => ({ kind, ...describeEvent(kind) }))
  return {
    webhooks: Object.fromEntries(described.map(({ kind, operation }) => [kind.type, { post: operation }])),
    schemas: Object.assign({}, ...described.map(({ components }) => components)),
  }
}

function describeEvent(kind: EventKind) {
  // What goes out is the parsed form, as in a response; the library takes a request body for the other one.
  const event = envelopeSchema.extend({ type: z.literal(kind.type), data: kind.data })
  const { schema, components } = createSchema(event, { io: 'output' })
  const operation: oas32.OperationObject = {
    operationId: `on${kind.type.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    summary: `The event ${kind.type}`,
    security: [],
    parameters: [{ $ref: '#/components/parameters/ServiceSignature' }],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Any success says that the event has arrived.' },
      default: { description: 'Anything else is tried again.' },
    },
  }
  return { operation, components }
}
