import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { fromPage, startTestConsole, type TestConsole } from '../../test-support/start-test-console.ts'

type Json = Record<string, unknown>

let console: TestConsole
let nowMs = Date.now()

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url, nowMs: () => nowMs })
})

afterAll(() => console.stop())

const client = { client_id: 'signalpost-cli' }
const grant = { ...client, grant_type: 'urn:ietf:params:oauth:grant-type:device_code' }

async function post(path: string, form: Record<string, string> | string, type?: string) {
  const answer = await fetch(`${console.url}/console/device/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    ...(type !== undefined && { headers: { 'content-type': type } }),
  })
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as Json }
}

const start = async () => (await post('authorization', { ...client, host_name: 'laptop' })).json

const poll = (code: unknown) => {
  nowMs += 5_000
  return post('token', { ...grant, device_code: String(code) })
}

function call(path: string, { method = 'GET', body, ...headers }: Json & { body?: object } = {}) {
  return fetch(`${console.url}/console/api${path}`, {
    method: String(method),
    headers: headers as Record<string, string>, // the cast: the rest are headers
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const json = { 'content-type': 'application/json' }

async function logInDevice(personId: string): Promise<string> {
  const cookie = await console.logIn(personId)
  const started = await start()
  const decided = await call(`/devices/${String(started.user_code)}/allow`, {
    method: 'POST',
    ...fromPage,
    cookie,
  })
  expect(decided.status).toBe(200)
  return String((await poll(started.device_code)).json.access_token)
}

describe('device authorization', () => {
  test('answers as RFC 8628 says', async () => {
    const { status, headers, json: started } = await post('authorization', { ...client, host_name: 'laptop' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const page = `${console.url}/device`
    expect(started).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      ...{ verification_uri: page, verification_uri_complete: `${page}/${String(started.user_code)}` },
      ...{ expires_in: 600, interval: 5 },
    })
    expect(await poll(started.device_code)).toMatchObject({
      ...{ status: 400, json: { error: 'authorization_pending' } },
    })
    expect((await post('token', { ...grant, device_code: String(started.device_code) })).json).toEqual({
      error: 'slow_down',
    })
  })

  test.each([
    ['without a client', 'authorization', {}, 'invalid_client'],
    ['of another client', 'authorization', { client_id: 'other' }, 'invalid_client'],
    ['of another grant', 'token', { ...client, grant_type: 'password' }, 'unsupported_grant_type'],
    ['without a code', 'token', grant, 'invalid_request'],
    ['with an unknown code', 'token', { ...grant, device_code: 'A'.repeat(43) }, 'invalid_grant'],
    ['that names a member twice', 'token', 'client_id=signalpost-cli&client_id=other', 'invalid_request'],
    ['that is too long', 'token', { ...grant, device_code: 'A'.repeat(5_000) }, 'invalid_request'],
  ])('refuses a request %s', async (_what, path, form, error) => {
    expect(await post(path, form)).toMatchObject({ status: 400, json: { error } })
  })

  test('takes forms alone', async () => {
    expect(await post('authorization', client, 'application/json')).toMatchObject({
      json: { error: 'invalid_request' },
    })
    expect((await fetch(`${console.url}/console/device/token`)).status).toBe(405)
  })

  test('limits the codes that an address guesses', async () => {
    nowMs += 60_000
    const statuses: number[] = []
    for (let tried = 0; tried < 11; tried += 1) {
      statuses.push((await post('token', { ...grant, device_code: 'A'.repeat(43) })).status)
    }
    expect(statuses).toEqual([...Array(10).fill(400), 429])
  })
})

test('the audit log of a refused decision has no code', async () => {
  const personId = await console.addPerson({ org_one: 'admin' })
  const cookie = await console.logIn(personId)
  nowMs += 15 * 60_000
  const { user_code } = await start()
  const path = `/devices/${String(user_code)}/allow`
  expect((await call(path, { method: 'POST', ...fromPage, cookie })).status).toBe(401)
  const refused = async () =>
    (await auditRows(`actor_id = '${personId}' and refusal = 'login_required'`)).at(-1)
  await expect.poll(refused).toMatchObject({ act: 'login.allow_device', target: 'person' })
})

describe('the token of a command line', () => {
  test('reads and writes with the rights of its person, without the headers of a page', async () => {
    const token = await logInDevice(await console.addPerson({ org_one: 'admin' }))
    const created = await call('/w/org_one/views', {
      ...{ method: 'POST', ...bearer(token), ...json },
      body: { name: 'Urgent', filters: { urgency: 'high' }, isShared: false },
    })
    expect(created.status).toBe(201)
    expect((await call('/w/org_one/views', bearer(token))).status).toBe(200)
    expect((await call('/w/org_two/views', bearer(token))).status).toBe(404)
  })

  test('is refused for a write that is not JSON', async () => {
    const token = await logInDevice(await console.addPerson({ org_one: 'admin' }))
    const answer = await call('/w/org_one/views', {
      method: 'POST',
      ...bearer(token),
      'content-type': 'text/plain',
    })
    expect(answer.status).toBe(403)
  })

  test('does no more than its role', async () => {
    const token = await logInDevice(await console.addPerson({ org_one: 'viewer' }))
    const answer = await call('/w/org_one/keys', {
      ...{ method: 'POST', ...bearer(token), ...json },
      body: { scopes: ['signals:read'] },
    })
    expect(answer.status).toBe(403)
    const refused = async () => (await auditRows("refusal = 'forbidden'")).at(-1)
    await expect.poll(refused).toMatchObject({ act: 'key.create', via: 'cli' })
  })

  test('leaves audit rows that say so, and a browser none', async () => {
    const personId = await console.addPerson({ org_one: 'admin' })
    const token = await logInDevice(personId)
    await call('/w/org_one/keys', {
      ...{ method: 'POST', ...bearer(token), ...json },
      body: { scopes: ['signals:read'] },
    })
    const cookie = await console.logIn(personId)
    await call('/w/org_one/keys', {
      ...{ method: 'POST', ...fromPage, cookie },
      body: { scopes: ['signals:read'] },
    })
    const rows = await auditRows(`actor_id = '${personId}' and act = 'key.create'`)
    expect(rows.map(({ via }) => via)).toEqual(['cli', null])
    const shown = (await (await call('/w/org_one/audit?act=key.create', bearer(token))).json()) as {
      items: Json[]
    }
    expect(shown.items.slice(0, 2).map(({ via }) => via)).toEqual([null, 'cli'])
  })

  test('does what needs a recent login for 15 minutes', async () => {
    const token = await logInDevice(await console.addPerson({ org_one: 'admin' }))
    const create = () =>
      call('/w/org_one/keys', {
        ...{ method: 'POST', ...bearer(token), ...json },
        body: { scopes: ['signals:read'] },
      })
    expect((await create()).status).toBe(201)
    nowMs += 15 * 60_000
    const late = await create()
    expect([late.status, ((await late.json()) as Json).code]).toEqual([401, 'login_required'])
  })

  test('opens nothing as a cookie, and the token of a browser nothing as a bearer', async () => {
    const personId = await console.addPerson({ org_one: 'viewer' })
    const token = await logInDevice(personId)
    const cookie = await console.logIn(personId)
    expect((await call('/session', { cookie: `signalpost_session=${token}` })).status).toBe(401)
    expect((await call('/session', bearer(cookie.split('=')[1] ?? ''))).status).toBe(401)
    // A bearer token decides, whatever cookie comes with it.
    expect((await call('/session', { ...bearer('A'.repeat(43)), cookie })).status).toBe(401)
    expect((await call('/session', { ...bearer(token), cookie })).status).toBe(200)
    // A proxy in front of the console may demand a password, or add a token of its own.
    for (const authorization of ['Basic YW5uOndvcmQ=', 'Bearer eyJh.eyJz.c2ln']) {
      expect((await call('/session', { authorization, cookie })).status).toBe(200)
      expect((await call('/session', { authorization })).status).toBe(401)
    }
  })

  test('does not free writes with a cookie from the checks of a page', async () => {
    const cookie = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const answer = await call('/w/org_one/views', {
      ...{ method: 'POST', cookie, ...json, 'sec-fetch-site': 'cross-site' },
      body: { name: 'Urgent', filters: {}, isShared: false },
    })
    expect(answer.status).toBe(403)
  })

  test('is listed under the sessions of its person, who ends it there', async () => {
    const personId = await console.addPerson({ org_one: 'viewer' })
    const token = await logInDevice(personId)
    const cookie = await console.logIn(personId)
    const { items } = (await (await call('/sessions', { cookie })).json()) as { items: Json[] }
    const [listed] = items.filter(({ kind }) => kind === 'cli')
    expect(listed).toMatchObject({ address: '127.0.0.1', isThisOne: false })
    await call(`/sessions/${String(listed?.sessionId)}`, { method: 'DELETE', ...fromPage, cookie })
    nowMs += 5_000
    expect((await call('/session', bearer(token))).status).toBe(401)
  })

  test('ends with its logout, which sets no cookie', async () => {
    const token = await logInDevice(await console.addPerson({ org_one: 'viewer' }))
    const answer = await call('/session', { method: 'DELETE', ...bearer(token), ...json })
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([204, []])
    expect((await call('/session', bearer(token))).status).toBe(401)
  })
})

async function auditRows(condition: string): Promise<Json[]> {
  const { rows } = await console.pool.query<Json>(
    `select act, via, target_id as target from audit_log where ${condition} order by audit_id`,
  )
  return rows
}
