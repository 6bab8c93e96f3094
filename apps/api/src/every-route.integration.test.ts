import { revokeApiKey } from '@signalpost/database/access'
import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import type { Route } from './face/define-routes.ts'
import { routes } from './routes/routes.ts'
import { type Answer, ask, untilTaken } from './test-support/check-answer.ts'
import { fillWorkspaces, type Ids } from './test-support/fill-workspaces.ts'
import { findRoute } from './test-support/find-route.ts'
import { rawRequest } from './test-support/raw-request.ts'
import { type RouteCase, type RouteRequest, routeCases } from './test-support/route-cases.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

// Sends each route every kind of wrong request. The requests are in test-support/route-cases.ts.

let api: TestApi
let key: string
let ids: Record<'ours' | 'foreign' | 'missing', Ids>

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey({ scopes })
  ids = await fillWorkspaces(api)
})

afterAll(() => api.stop())

/** What only a route without needed members accepts as its body. */
const emptyBodies: [string, string, string][] = [
  ['nothing', '', 'invalid_json'],
  ['nothing but braces', '{}', 'invalid_request'],
]
const noIds: Ids = { signal: '', listener: '', account: '', deal: '', collection: '' }
const unauthorized = { message: 'A valid API key is needed.', code: 'unauthorized' }

test('has a case for every route, and no other', () => {
  expect(Object.keys(routeCases).toSorted()).toEqual(routes.map(({ operationId }) => operationId).toSorted())
})

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  '%s',
  (_name, route) => {
    const method = route.method.toUpperCase()
    const takesBody = route.body !== undefined
    const { request, references } = caseOf(route)
    const good = (change: RouteRequest = {}): RouteRequest => ({ ...request(ids.ours), ...change })

    test('answers a key of the right scope', async () => {
      const only = await api.createKey({ scopes: [route.scope] })
      const answer = await send(route, good(), { key: only })
      expect(answer.status).toBe(route.success.status)
      expect(answer.headers.get('ratelimit-limit')).toBe('10000')
    })

    test.each<[string, (right: string) => Record<string, string>]>([
      ['no key', () => ({})],
      ['an empty header', () => ({ authorization: '' })],
      ['a scheme without a key', () => ({ authorization: 'Bearer' })],
      ['another scheme', (right) => ({ authorization: `Basic ${right}` })],
      ['a key without a scheme', (right) => ({ authorization: right })],
      ['an unknown key', () => ({ authorization: `Bearer spk_${'a'.repeat(16)}_${'b'.repeat(43)}` })],
      [
        'another secret',
        (right) => ({ authorization: `Bearer ${right.slice(0, -1)}${right.endsWith('a') ? 'b' : 'a'}` }),
      ],
      ['a shortened secret', (right) => ({ authorization: `Bearer ${right.slice(0, -1)}` })],
      ['something behind the key', (right) => ({ authorization: `Bearer ${right} x` })],
      ['two keys in one header', (right) => ({ authorization: `Bearer ${right}, Bearer ${right}` })],
      ['a cookie', (right) => ({ cookie: `session=${right}; key=${right}` })],
      ['another header', (right) => ({ 'x-api-key': right })],
    ])('answers 401 to %s', async (_case, headersFor) => {
      const answer = await send(route, good(), { key: null, headers: headersFor(key) })
      expectUnauthorized(answer)
      expect(answer.headers.get('ratelimit-limit')).toBeNull()
    })

    test('answers 401 to two Authorization headers, also equal ones', async () => {
      const headers = ['authorization', `Bearer ${key}`, 'Authorization', `Bearer ${key}`]
      const { status, text } = await rawRequest(urlOf(route, good()), { method, headers })
      expect(status).toBe(401)
      expect(JSON.parse(text)).toEqual(unauthorized)
    })

    test('answers 401 to a key in the query', async () => {
      for (const name of ['api_key', 'apiKey', 'key', 'access_token', 'authorization']) {
        expectUnauthorized(await send(route, good({ search: `${name}=${key}` }), { key: null }))
      }
    })

    test('answers 401 to a revoked key and to an expired one', async () => {
      const revoked = await api.createKey({ scopes })
      await revokeApiKey(api.database, { keyId: revoked.split('_')[1] ?? '' })
      const expired = await api.createKey({ scopes, expiresAt: new Date(Date.now() - 1) })
      for (const dead of [revoked, expired]) expectUnauthorized(await send(route, good(), { key: dead }))
    })

    test('answers 403 to a key with every scope but its own, before it looks at the request', async () => {
      const other = await api.createKey({ scopes: scopes.filter((scope) => scope !== route.scope) })
      const search = [good().search, 'unknown=1'].filter((one) => one !== undefined).join('&')
      const wrong = { search, ...(takesBody && { body: { unknown: 1 } }) }
      for (const headers of [{}, { 'content-type': 'text/plain' }]) {
        const answer = await send(route, good(wrong), { key: other, headers })
        expect(answer.status).toBe(403)
        expect(answer.body).toEqual({
          message: `The key does not have the scope ${route.scope}.`,
          code: 'forbidden',
        })
      }
    })

    test('answers 400 to an unknown parameter, naming it', async () => {
      expectInvalid(await send(route, good({ search: 'unknown=1' })), 'unknown')
      expectInvalid(await send(route, good({ search: 'limit[]=1' })), '')
    })

    test('answers 400 to each parameter empty or given twice, naming it', async () => {
      for (const name of Object.keys(route.query.shape)) {
        for (const search of [`${name}=`, name, `${name}=1&${name}=1`]) {
          expectInvalid(await send(route, good({ search })), name)
        }
      }
    })

    test('answers 405 to other methods with those that its path serves', async () => {
      const url = urlOf(route, good())
      const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
      const served = methods.filter((other) => findRoute(new URL(url).pathname, other) !== undefined)
      for (const other of methods.filter((one) => !served.includes(one))) {
        const answer = await ask(url, { method: other, key })
        expect(answer.status, other).toBe(405)
        expect(answer.headers.get('allow')?.split(', ').toSorted(byText), other).toEqual(
          served.toSorted(byText),
        )
      }
      expect((await ask(url, { method: 'DELETE' })).status).toBe(401)
    })

    test('answers HEAD as GET, without a body', async () => {
      if (route.method !== 'get') return
      const [get, head] = [await send(route, good()), await send(route, good(), { method: 'HEAD' })]
      expect(head.status).toBe(get.status)
      expect(head.text).toBe('')
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
    })

    const [, parameter] = /\{(\w+)\}/.exec(route.path) ?? []
    if (parameter !== undefined) {
      test.each(['a b', '\u0000', 'ä', 'x'.repeat(201)])('answers 400 to the id %j', async (id) => {
        expectInvalid(await send(route, good({ id })), parameter)
      })

      test('answers 400 to an id that is no UTF-8', async () => {
        const { status, text } = await rawRequest(
          urlOf(route, good({ id: 'bytes' })).replace('bytes', '%ff'),
          {
            method,
            headers: ['authorization', `Bearer ${key}`, 'content-type', 'application/json'],
          },
        )
        expect(status).toBe(400)
        expect(JSON.parse(text)).toMatchObject({ code: 'bad_request' })
      })
    }

    test.each(references)(
      'answers a missing and a foreign $record in the $place with the same bytes',
      async (one) => {
        const missing = await send(route, one.request(ids.missing[one.record], ids.ours))
        const foreign = await send(route, one.request(ids.foreign[one.record], ids.ours))
        expect(missing.status).toBe(one.status)
        expect(foreign.status).toBe(one.status)
        expect(foreign.text).toBe(missing.text)
        const varying = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset']
        const fixed = ({ headers }: Answer) => [...headers].filter(([name]) => !varying.includes(name))
        expect(fixed(foreign)).toEqual(fixed(missing))
      },
    )

    if (!takesBody) return

    test.each(Object.keys(request(noIds).body ?? {}))(
      'answers 400 to a %s that is something else',
      async (name) => {
        const { body = {} } = good()
        for (const value of [0, true, [], {}, [{}], { '0': 'a' }]) {
          if (typeof value === 'boolean' && typeof body[name] === 'boolean') continue
          const answer = await send(route, good({ body: { ...body, [name]: value } }))
          expect(answer.status, JSON.stringify(value)).toBe(400)
          expect(answer.body).toMatchObject({ code: 'invalid_request' })
        }
      },
    )

    test('answers 400 to an unknown member, naming it', async () => {
      const { body } = good()
      expectInvalid(await send(route, good({ body: { ...body, unknown: 1 } })), 'unknown')
      const polluted = `{"__proto__":{"a":1},${JSON.stringify(body).slice(1)}`
      expect((await sendText(route, good(), polluted)).status).toBe(400)
      expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('a')
    })

    const isOptional = route.bodyIsOptional === true
    test.each<[string, string | Buffer, string]>([
      ...(isOptional ? [] : emptyBodies),
      ['text', 'name=1', 'invalid_json'],
      ['half a document', '{"name":', 'invalid_json'],
      ['two documents', '{}{}', 'invalid_json'],
      ['a byte order mark', '\ufeff{}', 'invalid_json'],
      ['bytes that are not UTF-8', Buffer.from('7b2261223a22ff227d', 'hex'), 'invalid_json'],
      ['an array', '[]', 'invalid_request'],
      ['a string', '"a"', 'invalid_request'],
      ['null', 'null', 'invalid_request'],
      ['sixty-five levels', `{"a":${'['.repeat(64)}${']'.repeat(64)}}`, 'invalid_request'],
      ['thirty thousand levels', '['.repeat(30_000) + ']'.repeat(30_000), 'invalid_request'],
    ])('answers 400 to %s as its body', async (_case, body, code) => {
      const answer = await sendText(route, good(), body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code })
    })

    test.each(isOptional ? emptyBodies : [])('accepts %s as its body', async (_case, body) => {
      expect((await sendText(route, good(), body)).status).toBe(route.success.status)
    })

    const hasMembers = Object.keys(request(noIds).body ?? {}).length > 0
    test.each(hasMembers ? ['a text'] : [])('answers 400 to U+0000 and lone surrogates in %s', async () => {
      for (const refused of ['\\u0000', '\\ud800']) {
        const text = JSON.stringify(good().body).replace(/:"/, `:"${refused}`)
        const answer = await sendText(route, good(), text)
        expect(answer.status).toBe(400)
        expect(answer.body).toMatchObject({ code: 'invalid_request' })
      }
    })

    test.each<[string, Record<string, string>]>([
      ['no type', {}],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['text', { 'content-type': 'text/plain' }],
      ['another charset', { 'content-type': 'application/json; charset=latin1' }],
      ['a content-encoding', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    ])('answers 415 to %s', async (_case, headers) => {
      const body = Buffer.from(JSON.stringify(good().body))
      const answer = await sendText(route, good(), body, headers)
      expect(answer.status).toBe(415)
      expect(answer.body).toMatchObject({ code: 'unsupported_media_type' })
    })

    test.each([1_048_577, 10_485_760])('answers 413 to a body of %i bytes', async (length) => {
      const headers = [
        'authorization',
        `Bearer ${key}`,
        'content-type',
        'application/json',
        'content-length',
        String(length),
      ]
      const body = Buffer.alloc(length, ' ')
      const { status, text } = await rawRequest(urlOf(route, good()), { method, headers, body })
      expect(status).toBe(413)
      expect(JSON.parse(text)).toMatchObject({ code: 'body_too_large' })
    })

    test('gives fifty equal requests with one Idempotency-Key one answer', async () => {
      const once = good()
      const headers = { 'idempotency-key': `fifty ${route.operationId}` }
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => untilTaken(() => send(route, once, { headers }))),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([route.success.status]))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(
        answers.filter((answer) => !answer.headers.has('idempotency-replayed')).length,
      ).toBeLessThanOrEqual(1)
    })

    test.each(['', 'ä', 'x'.repeat(256)])('answers 400 to the Idempotency-Key %j', async (value) => {
      const headers = [
        'authorization',
        `Bearer ${key}`,
        'content-type',
        'application/json',
        'idempotency-key',
        value,
      ]
      const body = JSON.stringify(good().body)
      const { status, text } = await rawRequest(urlOf(route, good()), { method, headers, body })
      expect(status).toBe(400)
      expect(JSON.parse(text)).toMatchObject({
        code: 'invalid_request',
        detail: [{ path: 'Idempotency-Key' }],
      })
    })
  },
)

/** `null` sends no key. */
type SendOptions = { key?: string | null; method?: string; headers?: Record<string, string> }

function send(route: Route, { body, ...request }: RouteRequest, options: SendOptions = {}): Promise<Answer> {
  const { key: given = key, method = route.method.toUpperCase(), headers } = options
  return ask(urlOf(route, request), {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(given !== null && { key: given }),
    ...(body && { body: JSON.stringify(body) }),
  })
}

function sendText(
  route: Route,
  request: RouteRequest,
  body: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Answer> {
  // Bytes, because fetch adds a content type to text.
  const bytes = new Uint8Array(Buffer.from(body))
  return ask(urlOf(route, request), { method: route.method.toUpperCase(), key, headers, body: bytes })
}

function urlOf(route: Route, { id = '', search }: RouteRequest): string {
  return `${api.url}${route.path.replace(/\{\w+\}/, encodeURIComponent(id))}${search === undefined ? '' : `?${search}`}`
}

function caseOf({ operationId }: Route): RouteCase {
  return routeCases[operationId] ?? { request: () => ({}), references: [] }
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1
}

function expectUnauthorized({ status, body, headers }: Answer): void {
  expect(status).toBe(401)
  expect(body).toEqual(unauthorized)
  expect(headers.get('www-authenticate')).toBe('Bearer')
}

function expectInvalid({ status, body, text }: Answer, path: string): void {
  expect(status, text).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_request' })
  const { detail } = body as { detail: { path: string }[] } // the cast: the answer was checked against the description
  expect(detail.map((issue) => issue.path)).toContain(path)
}
