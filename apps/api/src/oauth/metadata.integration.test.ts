import { findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import supertest from 'supertest'
import { afterAll, expect } from 'vitest'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

const paths = [
  '/.well-known/oauth-protected-resource/mcp',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
]
let api: TestApi
let off: { url: string; stop: () => Promise<void> }

test.beforeAll(async ({ testDatabase }) => {
  const config = { port: await findFreePort(), consolePort: 4400 }
  api = await startTestApi({ databaseUrl: testDatabase.url, config })
  off = await api.startAnother({ port: await findFreePort(), publicUrl: 'http://signals.example.com' })
})

afterAll(async () => {
  await off.stop()
  await api.stop()
})

test('clients find the authorization server, by each of its documents', async () => {
  const resource = await fetch(`${api.url}${paths[0]}?readonly=1`)
  expect(await resource.json()).toMatchObject({
    ...{ resource: `${api.url}/mcp`, authorization_servers: [api.url] },
    scopes_supported: expect.arrayContaining(['signals:read', 'export:read']),
  })
  for (const path of paths.slice(1)) {
    const metadata = (await (await fetch(`${api.url}${path}`)).json()) as { jwks_uri: string }
    expect(metadata).toMatchObject({
      ...{ issuer: api.url, code_challenge_methods_supported: ['S256'], response_types_supported: ['code'] },
      ...{
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      },
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      scopes_supported: expect.not.arrayContaining(['offline_access']),
    })
    const keys = await fetch(metadata.jwks_uri)
    expect(await keys.json()).toMatchObject({ keys: [{ kty: 'RSA', use: 'sig' }] })
  }
})

test('the issuer never follows the headers of a request', async () => {
  const response = await fetch(`${api.url}/oauth/authorize?client_id=x`, {
    headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', accept: 'application/json' },
    redirect: 'manual',
  })
  expect(await response.text()).not.toContain('evil.example')
  const { request } = await import('node:http')
  const statuses = await Promise.all(
    [...paths, '/oauth/jwks', '/oauth/continue/x'].map(
      (path) =>
        new Promise((resolve) => {
          request(`${api.url}${path}`, { headers: { host: 'evil.example' } }, (answer) => {
            resolve(answer.statusCode)
            answer.resume()
          }).end()
        }),
    ),
  )
  expect(statuses).toEqual([421, 421, 421, 421, 421])
})

test.for(['https://evil.example', 'null', 'http://127.0.0.1:1'])('refuses writes of %s', async (origin) => {
  for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke']) {
    const response = await fetch(`${api.url}${path}`, { method: 'POST', headers: { origin } })
    expect([path, response.status]).toEqual([path, 403])
  }
})

test('serves other methods of its paths to no one', async () => {
  for (const [method, path] of [
    ['POST', '/oauth/authorize'],
    ['GET', '/oauth/token'],
    ['PUT', '/oauth/register'],
    ['DELETE', '/oauth/continue/x'],
  ]) {
    const response = await fetch(`${api.url}${path}`, { method: method ?? '' })
    expect([path, response.status]).toEqual([path, 405])
  }
})

test('behind a proxy that ends TLS, its addresses are https and its cookies secure', async () => {
  const [publicUrl, consoleUrl] = ['https://signals.example.com', 'https://console.example.com']
  const outside = await api.startAnother({ port: 0, publicUrl, consoleUrl })
  const ask = supertest(outside.url)
  const { body } = await ask
    .post('/oauth/register')
    .set('host', 'signals.example.com')
    .send({ redirect_uris: ['https://client.example/cb'] })
  const { location, ...headers } = (
    await ask
      .get('/oauth/authorize')
      .set('host', 'signals.example.com')
      .query({
        ...{ response_type: 'code', client_id: body.client_id, redirect_uri: 'https://client.example/cb' },
        ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
      })
  ).headers
  expect(location).toMatch(/^\/oauth\/continue\//)
  const cookies = [headers['set-cookie'] ?? []].flat()
  expect(cookies).toHaveLength(4)
  for (const cookie of cookies) expect(cookie).toMatch(/; samesite=lax; secure; httponly$/)
  const page = await ask
    .get(String(location))
    .set('host', 'signals.example.com')
    .set('cookie', cookies.map((cookie) => cookie.split(';', 1)[0]).join('; '))
  expect(page.headers.location).toBe(`${consoleUrl}/authorize/${String(location).split('/').at(-1)}`)
  await outside.stop()
})

test('is not there where an address is not known, or is plain http on another machine', async () => {
  for (const path of [...paths, '/oauth/authorize', '/oauth/jwks', '/oauth/continue/x']) {
    expect([path, (await fetch(`${off.url}${path}`)).status]).toEqual([path, 404])
  }
})
