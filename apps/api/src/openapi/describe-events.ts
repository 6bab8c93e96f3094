import { envelopeSchema, type SentKind, sentKinds } from '@signalpost/domain'
import { z } from 'zod'
import { createSchema, type oas32 } from 'zod-openapi'
import { allowSpaceAround } from './allow-space-around.ts'
import { parameterRef } from './parameters.ts'

/** Describes the events that we send as `webhooks`, with the schemas that they refer to. */
export function describeEvents(kinds: SentKind[] = sentKinds()): {
  webhooks: oas32.PathsObject
  schemas: Record<string, oas32.SchemaObject | oas32.ReferenceObject>
} {
  const described = kinds.map((kind) => ({ kind, ...describeEvent(kind) }))
  return {
    webhooks: Object.fromEntries(described.map(({ kind, operation }) => [kind.type, { post: operation }])),
    schemas: Object.assign({}, ...described.map(({ components }) => components)),
  }
}

function describeEvent({ type, sent, example, isGathered = false }: SentKind) {
  // We send the parsed form, as in a response. The library takes a request body for the other form.
  const event = envelopeSchema.extend({ type: z.literal(type), data: sent })
  const { schema, components } = createSchema(isGathered ? z.union([event, z.array(event).min(2)]) : event, {
    io: 'output',
    opts: { override: allowSpaceAround },
  })
  const operation: oas32.OperationObject = {
    operationId: `on${type.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    tags: ['Events'],
    summary: `The event ${type}`,
    description:
      'Sent to a webhook channel that subscribes to it. Any answer but a 2xx is retried with the same id. The order is not guaranteed.',
    security: [],
    parameters: ['ServiceSignature', 'WebhookId', 'WebhookTimestamp', 'WebhookSignature'].map(parameterRef),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          example: {
            id: 'evt_01jc8z6v0q',
            type,
            occurredAt: '2026-11-20T09:30:00.000Z',
            orgId: 'org_demo',
            data: example,
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Any success means that the event has arrived.' },
      '4XX': { description: 'The event is retried; a 410 disables the channel.' },
      default: { description: 'Any other answer is retried.' },
    },
  }
  return { operation, components }
}
