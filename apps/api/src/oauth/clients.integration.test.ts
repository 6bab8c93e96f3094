import { type createPrivateKey, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createOutgoing, OutgoingError } from '@signalpost/outgoing'
import { noNetworks } from '@signalpost/runtime'
import { findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import {
  addPerson,
  allow,
  askToken,
  authorizeUrl,
  begin,
  callback,
  connect,
  createBrowser,
  registerClient,
  take,
} from '../test-support/assistant-client.ts'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

let api: TestApi
let url: string
let personId: string

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const host = 'https://client.example'

/** What is served at addresses outside; everything else is asked through the guard. */
const served: Record<string, { status?: number; body?: unknown; fault?: Error } | undefined> = {
  [`${host}/claude.json`]: { body: documentOf('claude', { token_endpoint_auth_method: 'none' }) },
  [`${host}/chatgpt.json`]: {
    body: documentOf('chatgpt', {
      ...{ token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_signing_alg: 'RS256' },
      ...{ jwks_uri: `${host}/keys.json`, scope: 'openid email', grant_types: ['authorization_code'] },
    }),
  },
  [`${host}/keys.json`]: {
    body: { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig' }] },
  },
  [`${host}/inward.json`]: {
    body: documentOf('inward', {
      ...{ token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://127.0.0.1/keys.json' },
    }),
  },
  [`${host}/other.json`]: { body: documentOf('claude') },
  [`${host}/large.json`]: { body: documentOf('large', { client_uri: `${host}/${'x'.repeat(6_000)}` }) },
  [`${host}/moved.json`]: { status: 302, body: {} },
  [`${host}/page.json`]: { body: '<html>' },
  [`${host}/secret.json`]: {
    body: documentOf('secret', { token_endpoint_auth_method: 'client_secret_post' }),
  },
  [`${host}/slow.json`]: { fault: new OutgoingError('timeout', { sentNothing: false }) },
  [`${host}/script.json`]: { body: documentOf('script', { redirect_uris: ['javascript:alert(1)'] }) },
  [`${host}/html.json`]: { body: documentOf('html', { client_name: '<b>Name</b>'.repeat(50) }) },
}
let fetches = 0
let bounds: object

function documentOf(name: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  const client_id = `${host}/${name}.json`
  return { client_id, client_name: name, redirect_uris: [callback], ...more }
}

test.beforeAll(async ({ testDatabase }) => {
  const guarded = createOutgoing({ allowedNetworks: noNetworks })
  api = await startTestApi({
    databaseUrl: testDatabase.url,
    config: { port: await findFreePort(), consolePort: 4400 },
    clientDocuments: {
      request: async (request) => {
        fetches += 1
        bounds = request
        const answer = served[request.url]
        if (answer === undefined) return guarded.request(request)
        const { status = 200, body, fault } = answer
        if (fault !== undefined) throw fault
        return {
          status,
          headers: {},
          body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
        }
      },
      close: guarded.close,
    },
  })
  url = api.url
  personId = await addPerson(api.database, 'member')
})

test.beforeEach(async () => {
  await sql`delete from rate_windows`.execute(api.database)
})

afterAll(() => api.stop())

test('connects a client by its metadata document, which is fetched once an hour', async () => {
  fetches = 0
  const clientId = `${host}/claude.json`
  const { status, refresh_token } = await connect(api, { personId, clientId })
  expect(status).toBe(200)
  expect(await refresh(clientId, refresh_token)).toMatchObject({ status: 200 })
  expect(fetches).toBe(1)
  expect(bounds).toMatchObject({ timeoutMs: 2_500, maxAnswerBytes: 65_536, wholeAnswer: true })
  const { rows } = await sql`
    select client_name, client_host, redirect_uri from assistants where client_id = ${clientId}`.execute(
    api.database,
  )
  expect(rows).toEqual([{ client_name: 'claude', client_host: 'client.example', redirect_uri: callback }])
})

test('connects a client that proves itself with a key of its document, whatever else it names', async () => {
  const clientId = `${host}/chatgpt.json`
  const exchange = async (assertionOf: () => string | undefined) => {
    const begun = await begin(url, { client_id: clientId, scope: 'openid email' })
    const { token } = await allow(api.database, begun.authorizationId, { personId })
    const target = await take(begun, token)
    return askToken(url, {
      ...{ grant_type: 'authorization_code', redirect_uri: callback, code_verifier: begun.verifier },
      code: target instanceof URL ? (target.searchParams.get('code') ?? '') : '',
      ...proof(assertionOf()),
    })
  }
  const good = assertion({})
  expect(await exchange(() => good)).toMatchObject({ status: 200, refresh_token: expect.any(String) })
  for (const assertionOf of [
    () => undefined,
    () => good,
    () => assertion({ key: otherKeys.privateKey }),
    () => assertion({ claims: { aud: 'https://other.example' } }),
    () => assertion({ claims: { iss: `${host}/claude.json`, sub: `${host}/claude.json` } }),
    () => assertion({ claims: { exp: Math.floor(Date.now() / 1_000) - 60 } }),
  ]) {
    const refused = await exchange(assertionOf)
    expect([refused.error, refused.access_token]).toEqual([
      expect.stringMatching(/^invalid_(client|request)$/),
      undefined,
    ])
  }
})

test.for([
  ['of another client', `${host}/other.json`],
  ['that is large', `${host}/large.json`],
  ['that is slow', `${host}/slow.json`],
  ['that redirects', `${host}/moved.json`],
  ['that is a page', `${host}/page.json`],
  ['that shares a secret', `${host}/secret.json`],
  ['with a script for a redirect', `${host}/script.json`],
  ['at a private address', 'https://127.0.0.1/client.json'],
  ['at a private address in numbers', 'https://2130706433/client.json'],
  ['at an address of IPv6', 'https://[::1]/client.json'],
  ['at the address of cloud metadata', 'https://169.254.169.254/client.json'],
  ['at a name of this machine', 'https://localhost/client.json'],
  ['without TLS', 'http://client.example/claude.json'],
] as const)('takes no metadata document %s', async ([, clientId]) => {
  const response = await createBrowser().get(authorizeUrl(url, { client_id: clientId }))
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

test('fetches no keys at a private address', async () => {
  const clientId = `${host}/inward.json`
  const answer = await askToken(url, {
    ...{ grant_type: 'refresh_token', refresh_token: 'x', ...proof(assertion({ clientId })) },
  })
  expect(answer.access_token).toBeUndefined()
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})

test('keeps a name that is markup as text, and short', async () => {
  const { authorizationId } = await begin(url, { client_id: `${host}/html.json` })
  const { rows } = await sql<{ client_name: string }>`
    select client_name from assistant_authorizations where authorization_id = ${authorizationId}`.execute(
    api.database,
  )
  expect(rows[0]?.client_name).toBe('<b>Name</b>'.repeat(50).slice(0, 100))
})

test('a document whose redirects change admits the new ones alone once it is fetched again', async () => {
  const clientId = `${host}/changing.json`
  served[clientId] = { body: documentOf('changing') }
  await begin(url, { client_id: clientId })
  const another = await api.startAnother({ port: await findFreePort() })
  served[clientId] = { body: documentOf('changing', { redirect_uris: ['https://new.example/cb'] }) }
  const fresh = await createBrowser().get(authorizeUrl(another.url, { client_id: clientId }))
  expect(fresh.status).toBe(400)
  await another.stop()
})

test.for([
  ['a secret', { token_endpoint_auth_method: 'client_secret_post' }],
  ['scopes of others', { scope: 'openid email', grant_types: ['authorization_code'] }],
  ['a web application', { application_type: 'web', client_uri: 'http://a.example', contacts: 'x' }],
  ['no name', { client_name: undefined }],
] as const)('registers a client that asks for %s, as a public one', async ([, asked]) => {
  const response = await post('/oauth/register', { redirect_uris: [callback], ...asked })
  expect(response.status).toBe(201)
  const client = (await response.json()) as { client_id: string }
  expect(client).toMatchObject({
    ...{ token_endpoint_auth_method: 'none', redirect_uris: [callback] },
    grant_types: ['authorization_code', 'refresh_token'],
  })
  expect(client).not.toHaveProperty('client_secret')
  expect((await connect(api, { personId, clientId: client.client_id })).status).toBe(200)
})

test('registers an application with a scheme of its own beside loopback addresses', async () => {
  const cursor = 'cursor://anysphere.cursor-mcp/oauth/callback'
  const redirects = [cursor, 'http://localhost:8787/callback', 'http://127.0.0.1:8787/callback']
  const clientId = await registerClient(url, { redirect_uris: redirects })
  const begun = await begin(url, { client_id: clientId, redirect_uri: cursor })
  const { token } = await allow(api.database, begun.authorizationId, { personId })
  const target = await take(begun, token)
  expect(target instanceof URL && target.href).toMatch(
    /^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=/,
  )
})

test.for([
  [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris'],
  [{ redirect_uris: ['http://client.example/callback'] }, 'redirect_uris'],
  [{ redirect_uris: ['https://client.example/callback#x'] }, 'redirect_uris'],
  [{ redirect_uris: [] }, 'redirect_uris'],
  [{}, 'redirect_uris'],
  [[1], 'JSON object'],
] as const)('refuses to register %j, and names what was expected', async ([asked, named]) => {
  const response = await post('/oauth/register', asked)
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'invalid_client_metadata', error_description: expect.stringContaining(named) },
  ])
})

test('an unused registration lasts a day, and one that was used as long as its assistant', async () => {
  const [unused, used] = [await registerClient(url), await registerClient(url)]
  await connect(api, { personId, clientId: used })
  await sql`
    update oauth_artifacts set ends_at = ends_at - interval '25 hours' where model = 'Client'`.execute(
    api.database,
  )
  expect((await createBrowser().get(authorizeUrl(url, { client_id: unused }))).status).toBe(400)
  await begin(url, { client_id: used })
})

test('an address has us fetch twenty documents a minute', async () => {
  const clientIds = Array.from({ length: 45 }, (_, index) => `${host}/flood-${index}.json`)
  for (const [index, clientId] of clientIds.entries())
    served[clientId] = { body: documentOf(`flood-${index}`) }
  fetches = 0
  for (const clientId of clientIds) await createBrowser().get(authorizeUrl(url, { client_id: clientId }))
  // A window may end on the way, so up to twice as many pass.
  expect(fetches).toBeGreaterThanOrEqual(20)
  expect(fetches).toBeLessThanOrEqual(40)
})

test('an address registers ten clients an hour, and asks 60 times a minute', async () => {
  // A window may end on the way, so up to twice as many pass.
  const countTaken = async (limit: number, ask: () => Promise<Response>): Promise<number> => {
    for (let taken = 0; taken <= 2 * limit; taken += 1) {
      const response = await ask()
      if (response.status !== 429) continue
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
      return taken
    }
    return Number.POSITIVE_INFINITY
  }
  const registered = await countTaken(10, () => post('/oauth/register', { redirect_uris: [callback] }))
  const asked = await countTaken(60, () =>
    fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'x' }) }),
  )
  // The two share their limit, which the other has used up unless the window ended.
  const authorized = await countTaken(60, () => createBrowser().get(authorizeUrl(url, { client_id: 'x' })))
  expect(authorized).toBeLessThanOrEqual(120)
  for (const [taken, limit] of [
    [registered, 10],
    [asked, 60],
  ] as const) {
    expect(taken).toBeGreaterThanOrEqual(limit)
    expect(taken).toBeLessThanOrEqual(2 * limit)
  }
})

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function refresh(clientId: string, refreshToken: string | undefined) {
  return askToken(url, { grant_type: 'refresh_token', client_id: clientId, refresh_token: refreshToken })
}

function proof(given: string | undefined): Record<string, string | undefined> {
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  return { client_assertion_type: given && type, client_assertion: given }
}

/** What a client signs to prove itself. */
function assertion({
  key = keys.privateKey,
  clientId = `${host}/chatgpt.json`,
  claims = {},
}: {
  key?: ReturnType<typeof createPrivateKey>
  clientId?: string
  claims?: Record<string, unknown>
}): string {
  const now = Math.floor(Date.now() / 1_000)
  const own = { iss: clientId, sub: clientId, aud: url, jti: randomUUID(), iat: now, exp: now + 60 }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'RS256', kid: '1' })}.${encode({ ...own, ...claims })}`
  return `${signed}.${createSign('sha256').update(signed).sign(key, 'base64url')}`
}
