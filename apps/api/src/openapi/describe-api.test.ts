import { createConfig, lintFromString } from '@redocly/openapi-core'
import { Validator } from '@seriousme/openapi-schema-validator'
import { type ErrorCode, errorCodes, sentKinds } from '@signalpost/domain'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import { describeApi } from './describe-api.ts'

const document = describeApi({ routes, publicUrl: 'https://signals.acme.test' })
// As a reader receives it: plain JSON, walked without types.
const plain: Node = JSON.parse(JSON.stringify(document))
type Node = { [name: string]: Node }

const operations = routes.map((route) => ({ route, operation: plain.paths?.[route.path]?.[route.method] }))
const events = Object.entries(plain.webhooks ?? {})
const eventTypes = sentKinds().map(({ type }) => type)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...plain })

describe('describeApi', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(structuredClone(plain))).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
  })

  test('leaves a linter nothing to say', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const source = JSON.stringify(plain)
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([])
  })

  test.each(operations)('describes $route.operationId whole', ({ route, operation }) => {
    const { status, contentType = 'application/json' } = route.success
    expect(operation).toMatchObject({
      operationId: route.operationId,
      tags: [expect.any(String)],
      summary: expect.stringMatching(/./),
      description: expect.stringContaining(`\`${route.scope}\``),
      security: expect.arrayContaining([{ apiKey: [route.scope] }]),
      responses: { [status]: { content: { [contentType]: { schema: {}, example: expect.anything() } } } },
    })
    const parameters = Object.values(operation?.parameters ?? {})
    const named = (place: string) => parameters.filter((one) => is(one.in, place)).map((one) => one.name)
    expect(named('query')).toEqual(Object.keys(route.query.shape))
    expect(named('path')).toEqual(Object.keys(route.params.shape))
    const takesKey = parameters.some((one) => is(one.$ref, '#/components/parameters/IdempotencyKey'))
    expect(takesKey).toBe(route.method !== 'get')
    expect(operation?.requestBody !== undefined).toBe(route.body !== undefined)
  })

  test.each(operations)(
    'names every refusal of $route.operationId, by status and code',
    ({ route, operation }) => {
      const everywhere: ErrorCode[] = [
        'invalid_request',
        'unauthorized',
        'forbidden',
        'method_not_allowed',
        'rate_limited',
        'internal',
        'unavailable',
      ]
      const withBody: ErrorCode[] =
        route.body === undefined
          ? []
          : ['invalid_json', 'conflict', 'body_too_large', 'unsupported_media_type']
      for (const code of [...everywhere, ...withBody, ...route.errors]) {
        const { status } = errorCodes[code]
        const { headers, content } = refusal(operation, status) ?? {}
        expect(content?.['application/json']?.examples?.[code], `${status} ${code}`).toMatchObject({
          value: { code },
        })
        expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(['x-request-id', 'Cache-Control']))
      }
      expect(Object.keys(refusal(operation, 401)?.headers ?? {})).toContain('WWW-Authenticate')
      expect(Object.keys(refusal(operation, 405)?.headers ?? {})).toContain('Allow')
      for (const status of [429, 503]) {
        expect(Object.keys(refusal(operation, status)?.headers ?? {})).toContain('Retry-After')
      }
      expect(Object.keys(operation?.responses?.[route.success.status]?.headers ?? {})).toEqual(
        expect.arrayContaining(['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']),
      )
    },
  )

  test('gives everything an example, and each is one', () => {
    const described = [...examplesIn(plain, '')]
    expect(described.length).toBeGreaterThan(80)
    for (const { pointer, schemaPointer, value } of described) {
      const isValid = ajv.validate({ $ref: `openapi#${schemaPointer}` }, value)
      expect(isValid ? [] : ajv.errors, pointer).toEqual([])
    }
    const without = [...withoutExample(plain, '')]
    expect(without).toEqual([])
  })

  test('describes parameters as they are written in a query', () => {
    const parameters = Object.values(plain.paths?.['/v1/results']?.get?.parameters ?? {})
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        schema: expect.objectContaining({ type: 'integer', minimum: 1, maximum: 100, default: 25 }),
      }),
    )
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'read', in: 'query', schema: { type: 'boolean' } }),
    )
    expect(parameters.some((one) => is(one.in, 'query') && is(one.required, true))).toBe(false)
  })

  test('names the shared schemas', () => {
    expect(Object.keys(plain.components?.schemas ?? {})).toEqual(
      expect.arrayContaining([
        'Signal',
        'ScoreBreakdown',
        'SubjectOrg',
        'SurfacingPolicy',
        'Listener',
        'Deal',
        'Error',
      ]),
    )
  })

  test('describes one webhook for each type of event that is sent', () => {
    expect(events.map(([type]) => type)).toEqual(eventTypes)
    for (const [type, { post }] of events) {
      const { schema, example } = post?.requestBody?.content?.['application/json'] ?? {}
      expect(example, type).toMatchObject({ type })
      expect(schema?.anyOf?.[0] ?? schema, type).toMatchObject({
        required: ['id', 'type', 'occurredAt', 'orgId', 'data'],
        properties: { type: { const: type } },
      })
    }
    const recordOf = (type: string, name: string) => {
      const { schema } = plain.webhooks?.[type]?.post?.requestBody?.content?.['application/json'] ?? {}
      return (schema?.anyOf?.[0] ?? schema)?.properties?.data?.properties?.[name]
    }
    expect(recordOf('signal.created', 'signal')).toEqual({ $ref: '#/components/schemas/Signal' })
    expect(recordOf('listener.updated', 'listener')).toEqual({ $ref: '#/components/schemas/Listener' })
    expect(recordOf('deal.updated', 'deal')).toEqual({ $ref: '#/components/schemas/Deal' })
    expect(recordOf('alert.raised', 'signal')).toEqual({ $ref: '#/components/schemas/Signal' })
  })

  test('says how the outside reaches it', () => {
    expect(document.servers).toEqual([{ url: 'https://signals.acme.test' }])
    expect(describeApi({ routes }).servers).toEqual([{ url: '/' }])
  })
})

function refusal(operation: Node | undefined, status: number): Node | undefined {
  const [, name = ''] = JSON.stringify(operation?.responses?.[status] ?? null).split(
    /#\/components\/responses\/|"}/,
  )
  return plain.components?.responses?.[name]
}

/** Leaves have the type of nodes too; this compares their values. */
function is(node: Node | undefined, value: unknown): boolean {
  return node === value
}

type Example = { pointer: string; schemaPointer: string; value: unknown }

/** Yields the examples beside schemas: of bodies, parameters and headers. */
function* examplesIn(node: Node, pointer: string): Generator<Example> {
  if (typeof node !== 'object' || node === null || pointer.endsWith('/example')) return
  if (node.schema !== undefined) {
    const schemaPointer = `${pointer}/schema`
    if (node.example !== undefined) yield { pointer, schemaPointer, value: node.example }
    for (const [name, { value }] of Object.entries(node.examples ?? {})) {
      yield { pointer: `${pointer}/examples/${name}`, schemaPointer, value }
    }
  }
  for (const [name, member] of Object.entries(node)) yield* examplesIn(member, `${pointer}/${escaped(name)}`)
}

/** Yields parameters, headers and bodies without an example. */
function* withoutExample(node: Node, pointer: string): Generator<string> {
  if (typeof node !== 'object' || node === null || pointer.endsWith('/example')) return
  const isProperty = /\/(properties|schemas)$/.test(pointer)
  if (!isProperty && node.schema !== undefined && node.example === undefined && node.examples === undefined) {
    yield pointer
  }
  for (const [name, member] of Object.entries(node))
    yield* withoutExample(member, `${pointer}/${escaped(name)}`)
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}
