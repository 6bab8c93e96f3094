import { createAssistantFinder } from '@signalpost/authorization/oauth'
import { scopes } from '@signalpost/domain'
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
  deny,
  registerClient,
  take,
} from '../test-support/assistant-client.ts'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

let api: TestApi
let url: string
let personId: string
let clientId: string

test.beforeAll(async ({ testDatabase }) => {
  const port = await findFreePort()
  api = await startTestApi({ databaseUrl: testDatabase.url, config: { port, consolePort: 4400 } })
  url = api.url
  personId = await addPerson(api.database, 'member')
  clientId = await registerClient(url)
})

test.beforeEach(async () => {
  await sql`delete from rate_windows`.execute(api.database)
})

afterAll(() => api.stop())

const find = (token: string | undefined) =>
  createAssistantFinder({
    addresses: { apiUrl: url },
    database: api.database,
    pool: api.pool,
    nowMs: Date.now,
  })(token ?? '')

test('connects a client, which gets no more than a person granted', async () => {
  const begun = await begin(url, { client_id: clientId, scope: undefined })
  const { rows } = await sql<{ scopes: string[] }>`
    select scopes from assistant_authorizations where authorization_id = ${begun.authorizationId}`.execute(
    api.database,
  )
  expect(rows).toEqual([{ scopes }])
  const { token, assistantId } = await allow(api.database, begun.authorizationId, {
    ...{ personId, scopes: ['signals:read', 'pipeline:write'] },
  })
  const target = await take(begun, token)
  if (typeof target === 'number') throw new Error(String(target))
  expect(target.origin + target.pathname).toBe(callback)
  expect(Object.fromEntries(target.searchParams)).toMatchObject({ state: 'state', iss: url })
  expect([...begun.browser.cookies.keys()]).toEqual([])
  const tokens = await askToken(url, {
    ...{ grant_type: 'authorization_code', client_id: clientId, code_verifier: begun.verifier },
    ...{ redirect_uri: callback, code: target.searchParams.get('code') ?? '' },
  })
  expect(tokens).toMatchObject({ status: 200, expires_in: 3600, scope: 'signals:read pipeline:write' })
  expect(await find(tokens.access_token)).toEqual({
    ...{ assistantId, personId, orgId: 'org_one', role: 'member', policy: 'confirm' },
    scopes: new Set(['signals:read', 'pipeline:write']),
  })
  expect(await find(tokens.refresh_token)).toBeUndefined()
  const { rows: stored } = await sql<{ text: string }>`
    select string_agg(to_jsonb(a)::text, '') as text from oauth_artifacts a`.execute(api.database)
  for (const value of [tokens.access_token, tokens.refresh_token, target.searchParams.get('code'), token]) {
    expect(stored[0]?.text).not.toContain(value)
  }
})

test('sends a denial back to the client', async () => {
  const begun = await begin(url, { client_id: clientId })
  const target = await take(begun, (await deny(api.database, begun.authorizationId)).token)
  expect(target instanceof URL && target.searchParams.get('error')).toBe('access_denied')
})

test('a decision counts once, in the browser that began alone, and for its own request alone', async () => {
  const [begun, other] = [
    await begin(url, { client_id: clientId }),
    await begin(url, { client_id: clientId }),
  ]
  const { token } = await allow(api.database, begun.authorizationId, { personId })
  expect(await take({ ...begun, browser: createBrowser() }, token)).toBe(403)
  expect(await take({ ...begun, browser: other.browser }, token)).toBe(403)
  expect(await take({ ...other, browser: other.browser }, token)).toBe(403)
  expect(await take(begun, 'x'.repeat(43))).toBe(403)
  const forged = createBrowser()
  for (const [name, { pair }] of other.browser.cookies) forged.cookies.set(name, { path: '/oauth', pair })
  expect(await take({ ...begun, browser: forged }, token)).toBe(403)
  const kept = new Map(begun.browser.cookies)
  expect(await take(begun, token)).toBeInstanceOf(URL)
  for (const [name, cookie] of kept) begun.browser.cookies.set(name, cookie)
  expect(await take(begun, token)).toBe(403)
})

test('a decision does not count once the request is over', async () => {
  const begun = await begin(url, { client_id: clientId })
  const { token } = await allow(api.database, begun.authorizationId, { personId })
  await sql`update assistant_authorizations set ends_at = now() - interval '1 s'`.execute(api.database)
  expect(await take(begun, token)).toBe(403)
})

test('prompt=none is interaction_required, and every other prompt is the usual one', async () => {
  const response = await createBrowser().get(authorizeUrl(url, { client_id: clientId, prompt: 'none' }))
  const target = new URL(response.headers.get('location') ?? '')
  expect(target.searchParams.get('error')).toBe('interaction_required')
  await begin(url, { client_id: clientId, prompt: 'login consent', nonce: 'n', max_age: '0' })
})

test.for([
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
  ['the resource of /v1', { resource: '/v1' }, 'invalid_target'],
  ['a request object', { request: 'x' }, 'request_not_supported'],
  ['a request URI', { request_uri: 'https://a.example/r' }, 'request_uri_not_supported'],
  ['an implicit token', { response_type: 'token' }, 'unsupported_response_type'],
] as const)('refuses %s', async ([, parameters, error]) => {
  const response = await createBrowser().get(authorizeUrl(url, { client_id: clientId, ...parameters }))
  const location = response.headers.get('location')
  const said = location === null ? await response.text() : location.replaceAll('#', '?')
  expect(said).toContain(error)
})

test.for([
  'http://127.0.0.1:7777/callback/../evil',
  'http://127.0.0.1:7777/callback?x',
  'http://127.0.0.1:7777/callback#x',
  'http://127.0.0.1:7777/%63allback',
  'http://127.0.0.1.evil.example:7777/callback',
  'http://localhost.evil.example:7777/callback',
  'http://user@127.0.0.1:7777/callback',
  'https://127.0.0.1:7777/callback',
  'http://localhost:7777/callback',
  'javascript:alert(1)',
  'app://callback',
])('sends no one to %s', async (redirect) => {
  const response = await createBrowser().get(
    authorizeUrl(url, { client_id: clientId, redirect_uri: redirect }),
  )
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

test('a loopback client may come back on any port', async () => {
  await begin(url, { client_id: clientId, redirect_uri: callback.replace('7777', '8888') })
})

test('a code is worth nothing without its verifier, to another client, and used again ends all', async () => {
  const exchange = async (changes: Record<string, string | undefined>) => {
    const begun = await begin(url, { client_id: clientId })
    const { token, assistantId } = await allow(api.database, begun.authorizationId, { personId })
    const target = await take(begun, token)
    const code = target instanceof URL ? (target.searchParams.get('code') ?? '') : ''
    const ask = (more: Record<string, string | undefined>) =>
      askToken(url, {
        ...{ grant_type: 'authorization_code', client_id: clientId, code, redirect_uri: callback },
        ...{ code_verifier: begun.verifier, ...more },
      })
    return { ask, assistantId, tokens: await ask(changes) }
  }
  const other = await registerClient(url)
  for (const changes of [
    { code_verifier: undefined },
    { code_verifier: 'w'.repeat(43) },
    { client_id: other },
    { redirect_uri: callback.replace('7777', '8888') },
    { resource: 'https://other.example/mcp' },
  ]) {
    const { tokens } = await exchange(changes)
    expect([tokens.status, tokens.access_token]).toEqual([400, undefined])
  }
  const { ask, assistantId, tokens } = await exchange({})
  expect(tokens.status).toBe(200)
  expect(await ask({})).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await find(tokens.access_token)).toBeUndefined()
  const { rows } = await sql<{ end_reason: string }>`
    select end_reason from assistants where assistant_id = ${assistantId}`.execute(api.database)
  expect(rows).toEqual([{ end_reason: 'reuse' }])
})

test('a code lasts a minute', async () => {
  const begun = await begin(url, { client_id: clientId })
  const { token } = await allow(api.database, begun.authorizationId, { personId })
  const target = await take(begun, token)
  await sql`update oauth_artifacts set ends_at = ends_at - interval '61 s' where model = 'AuthorizationCode'`.execute(
    api.database,
  )
  const tokens = await askToken(url, {
    ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: callback },
    code: target instanceof URL ? (target.searchParams.get('code') ?? '') : '',
    code_verifier: begun.verifier,
  })
  expect([tokens.status, tokens.error, tokens.access_token]).toEqual([400, 'invalid_grant', undefined])
})

test('a token opens the address alone for which it was made', async () => {
  const { access_token = '' } = await connect(api, { personId, clientId })
  const services = { database: api.database, pool: api.pool, nowMs: Date.now }
  const at = (apiUrl: string) => createAssistantFinder({ addresses: { apiUrl }, ...services })(access_token)
  expect(await at(url)).toBeDefined()
  expect(await at('https://other.example')).toBeUndefined()
})

test('a revoked token ends its assistant, whichever it is', async () => {
  for (const name of ['access_token', 'refresh_token'] as const) {
    const tokens = await connect(api, { personId, clientId })
    const other = await registerClient(url)
    const revoke = (by: string) =>
      fetch(`${url}/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: by, token: tokens[name] ?? '' }),
      })
    await revoke(other)
    expect(await find(tokens.access_token)).toMatchObject({ assistantId: tokens.assistantId })
    expect((await revoke(clientId)).status).toBe(200)
    expect(await find(tokens.access_token)).toBeUndefined()
    const refreshed = await askToken(url, {
      ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: tokens.refresh_token },
    })
    expect(refreshed).toMatchObject({ status: 400, error: 'invalid_grant' })
  }
})
