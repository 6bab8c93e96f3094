import type { oas32 } from 'zod-openapi'

/** Headers of requests, and of the events that are sent, as components. */
export const parameterComponents: Record<string, oas32.ParameterObject> = {
  RequestId: {
    name: 'x-request-id',
    in: 'header',
    required: false,
    description: 'Returned in the answer; identifies the request in the logs.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,64}$' },
    example: 'import-2026-11-20.1',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first request that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.',
    schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$' },
    example: '7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c',
  },
  ServiceSignature: {
    name: 'x-service-signature',
    in: 'header',
    required: true,
    description:
      '`t=<seconds>,v1=<hex>`: HMAC-SHA256 under the secret of `t`, a full stop and the raw body. Verify it before you trust the event. During a rotation there is one `v1` for each secret.',
    schema: { type: 'string', maxLength: 1024 },
    example: 't=1767225600,v1=fcf53563b047aeea33bf065ed7246d9d2dfec19f07c2cd0fe72cd25fbd0e37f5',
  },
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: "Standard Webhooks: the event's id, the same on every try.",
    schema: { type: 'string' },
    example: 'evt_01jc8z6v0q',
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Standard Webhooks: the time of this try, in seconds.',
    schema: { type: 'string', pattern: '^\\d{10}$' },
    example: '1767225600',
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'Standard Webhooks: `v1,<base64>`, under the same secret.',
    schema: { type: 'string' },
    example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  },
}

export function parameterRef(name: string): oas32.ReferenceObject {
  return { $ref: `#/components/parameters/${name}` }
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
