import { request as httpRequest } from 'node:http'
import { revokeApiKey } from '@signalpost/database'
import { scopes } from '@signalpost/domain'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from './define-route.ts'
import { describeApi } from './openapi/describe-api.ts'
import { routes } from './routes/routes.ts'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

let testDatabase: TestDatabase
let api: TestApi
let key: string

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey({ scopes })
  await api.storeSignal({ id: 'ours' })
  await api.storeSignal({ id: 'theirs', orgId: 'org_two' })
})

afterAll(async () => {
  await api.stop()
  await testDatabase.drop()
})

const unauthorized = { message: 'A valid API key is needed.', code: 'unauthorized' }
const named = (some: readonly Route[]) =>
  some.map((route) => [`${route.method} ${route.path}`, route] as const)
const urlOf = (route: Route, { id = 'ours', search = '' } = {}): string =>
  `${api.url}${route.path.replace('{id}', encodeURIComponent(id))}${search}`

const reading = routes.filter((route) => route.method === 'get')

describe.each(named(reading))('%s', (_name, route) => {
  const method = route.method.toUpperCase()

  it('answers a key of the right scope', async () => {
    const answer = await ask(urlOf(route), { method, key })
    expect(answer.status).toBe(route.success.status)
    expect(answer.headers.get('ratelimit-limit')).toBe('10000')
  })

  it.each<[string, (good: string) => Record<string, string>]>([
    ['no key', () => ({})],
    ['an empty header', () => ({ authorization: '' })],
    ['a scheme without a key', () => ({ authorization: 'Bearer' })],
    ['another scheme', (good) => ({ authorization: `Basic ${good}` })],
    ['a key without a scheme', (good) => ({ authorization: good })],
    ['an unknown key', () => ({ authorization: `Bearer spk_${'a'.repeat(16)}_${'b'.repeat(43)}` })],
    [
      'another secret',
      (good) => ({ authorization: `Bearer ${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}` }),
    ],
    ['a shortened secret', (good) => ({ authorization: `Bearer ${good.slice(0, -1)}` })],
    ['something behind the key', (good) => ({ authorization: `Bearer ${good} x` })],
    ['two keys in one header', (good) => ({ authorization: `Bearer ${good}, Bearer ${good}` })],
    ['a cookie', (good) => ({ cookie: `session=${good}; key=${good}` })],
    ['another header', (good) => ({ 'x-api-key': good })],
  ])('answers 401 to %s', async (_case, headersFor) => {
    const answer = await ask(urlOf(route), { method, headers: headersFor(key) })
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual(unauthorized)
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect(answer.headers.get('ratelimit-limit')).toBeNull()
  })

  it('answers 401 to two Authorization headers, also equal ones', async () => {
    const headers = ['authorization', `Bearer ${key}`, 'Authorization', `Bearer ${key}`]
    const { status, body } = await rawRequest(urlOf(route), { method, headers })
    expect(status).toBe(401)
    expect(JSON.parse(body)).toEqual(unauthorized)
  })

  it.each(['api_key', 'apiKey', 'key', 'access_token', 'authorization'])(
    'answers 401 to a key in the query as %s',
    async (name) => {
      const answer = await ask(urlOf(route, { search: `?${name}=${key}` }), { method })
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(unauthorized)
    },
  )

  it('answers 401 to a revoked key and to an expired one', async () => {
    const revoked = await api.createKey({ scopes })
    await revokeApiKey(api.database, { keyId: revoked.split('_')[1] ?? '' })
    const expired = await api.createKey({ scopes, expiresAt: new Date(Date.now() - 1) })
    for (const dead of [revoked, expired]) {
      const answer = await ask(urlOf(route), { method, key: dead })
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual(unauthorized)
    }
  })

  it('answers 403 to a key with every scope but its own, before it looks at the request', async () => {
    const other = await api.createKey({ scopes: scopes.filter((scope) => scope !== route.scope) })
    const answer = await ask(urlOf(route, { search: '?unknown=1' }), { method, key: other })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({
      message: `The key does not have the scope ${route.scope}.`,
      code: 'forbidden',
    })
    expect(answer.headers.get('ratelimit-limit')).toBe('10000')
  })

  it('answers 400 to an unknown parameter, naming it', async () => {
    const answer = await ask(urlOf(route, { search: '?unknown=1' }), { method, key })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'unknown' }] })
  })

  it.each(Object.keys(route.query.shape))(
    'answers 400 to %s empty or given twice, naming it',
    async (name) => {
      for (const search of [`?${name}=`, `?${name}`, `?${name}=1&${name}=1`]) {
        const answer = await ask(urlOf(route, { search }), { method, key })
        expect(answer.status).toBe(400)
        expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: name }] })
      }
    },
  )

  it('answers 405 to other methods with those it serves', async () => {
    const served = method === 'GET' ? ['GET', 'HEAD'] : [method]
    for (const other of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (one) => !served.includes(one),
    )) {
      const answer = await ask(urlOf(route), { method: other, key })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
  })

  it('tells no method to who has no key', async () => {
    expect((await ask(urlOf(route), { method: 'DELETE' })).status).toBe(401)
  })

  it('answers HEAD with the headers of GET and without a body', async () => {
    const get = await ask(urlOf(route), { key })
    const head = await ask(urlOf(route), { method: 'HEAD', key })
    expect(head.status).toBe(get.status)
    expect(head.text).toBe('')
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })
})

describe.each(named(reading.filter((route) => route.path.includes('{id}'))))('%s', (_name, route) => {
  const method = route.method.toUpperCase()

  it('answers a foreign and a missing id with the same bytes', async () => {
    const foreign = await ask(urlOf(route, { id: 'theirs' }), { method, key })
    const missing = await ask(urlOf(route, { id: 'missing' }), { method, key })
    expect(foreign.status).toBe(404)
    expect(missing.status).toBe(404)
    expect(foreign.text).toBe(missing.text)
    const varying = ['x-request-id', 'date', 'ratelimit-remaining', 'ratelimit-reset']
    const fixed = (headers: Headers) => [...headers].filter(([name]) => !varying.includes(name))
    expect(fixed(foreign.headers)).toEqual(fixed(missing.headers))
  })

  it.each(['a b', '\u0000', 'ä', 'x'.repeat(201)])('answers 400 to the id %j', async (id) => {
    const answer = await ask(urlOf(route, { id }), { method, key })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'id' }] })
  })

  it('answers 400 to an id that is no UTF-8', async () => {
    const answer = await ask(urlOf(route).replace('ours', '%ff'), { method, key })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'bad_request' })
  })
})

describe('every path under /v1', () => {
  it.each(['/v1', '/v1/', '/v1/unknown', '/v1/results/', '/v1/results/a/b', '/v1/Results', '/v1/mcp'])(
    '%s is a 404 for a key and a 401 without one',
    async (path) => {
      expect((await ask(`${api.url}${path}`)).status).toBe(401)
      const answer = await ask(`${api.url}${path}`, { key })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: 'There is nothing here.', code: 'not_found' })
      expect(answer.headers.get('ratelimit-limit')).toBe('10000')
    },
  )
})

describe('outside /v1', () => {
  it.each(['/', '/mcp', '/v2/results', '/V1/results', '/v1results', '/admin', '/openapi.json/', '/.env'])(
    '%s is a 404, key or not',
    async (path) => {
      for (const one of [undefined, key]) {
        const answer = await ask(`${api.url}${path}`, one === undefined ? {} : { key: one })
        expect(answer.status).toBe(404)
        expect(answer.headers.get('ratelimit-limit')).toBeNull()
      }
    },
  )

  it.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])('%s needs no key', async (path) => {
    const response = await fetch(`${api.url}${path}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${api.url}${path}`, { method: 'POST' })).status).toBe(405)
  })

  it('the interface description is the one that answers are held against', async () => {
    const document: unknown = await (await fetch(`${api.url}/openapi.json`)).json()
    expect(document).toEqual(JSON.parse(JSON.stringify(describeApi({ routes }))))
  })

  it('the page of the interface may run nothing', async () => {
    const response = await fetch(`${api.url}/docs`)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'/,
    )
    expect(await response.text()).toContain('GET /v1/results/{id}')
  })

  it('metrics count answers by route, never by what was asked for', async () => {
    await ask(`${api.url}/v1/results/ours`, { key })
    await ask(`${api.url}/v1/some-path-of-an-attacker`)
    const text = await (await fetch(`${api.url}/metrics`)).text()
    expect(text).toMatch(/signalpost_api_request_seconds_count\{.*route="\/v1\/results\/:id".*status="200"/)
    expect(text).not.toContain('attacker')
  })
})

/** fetch joins headers of one name. */
function rawRequest(
  url: string,
  { method, headers }: { method: string; headers: string[] },
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const { host } = new URL(url)
    const request = httpRequest(url, { method, headers: ['host', host, ...headers] }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode, body }))
    })
    request.on('error', reject)
    request.end()
  })
}
