import { type MailServer, startMailServer } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { fromPage, startTestConsole, type TestConsole } from '../../test-support/start-test-console.ts'

const consoleUrl = 'https://console.example.com'
const cookieName = '__Host-signalpost_session'
const planted = 'A'.repeat(43)

let mailServer: MailServer
let console: TestConsole
let personId: string
let admin: string
let visitors = 0

test.beforeAll(async ({ testDatabase }) => {
  mailServer = await startMailServer()
  console = await startTestConsole({
    databaseUrl: testDatabase.url,
    config: {
      consoleUrl,
      trustedProxies: { has: () => true },
      smtp: { url: mailServer.url, from: 'signalpost@example.com' },
    },
  })
  personId = await console.addPerson({ org_one: 'admin' })
  admin = await console.logIn(personId)
})

afterAll(async () => {
  await console.stop()
  await mailServer.close()
})

type Sent = { origin?: string; headers?: Record<string, string>; body?: unknown }

/** Each request comes from an address of its own, for logins are limited by it. */
function post(path: string, { origin = console.url, headers, body }: Sent = {}): Promise<Response> {
  visitors += 1
  return fetch(`${origin}/console/api${path}`, {
    method: 'POST',
    headers: { ...fromPage, 'x-forwarded-for': `198.51.100.${visitors}`, ...headers },
    body: JSON.stringify(body ?? {}),
  })
}

const readSession = (headers: Record<string, string>): Promise<Response> =>
  fetch(`${console.url}/console/api/session`, { headers })

describe('a link', () => {
  test('that 20 browsers open at once logs one of them in, and begins one session', async () => {
    const raced = await console.addPerson({ org_one: 'viewer' })
    const token = await console.createToken(raced)
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/login', { body: { token } })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 401)
    expect(refused).toHaveLength(19)
    expect(refused.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
    const { rows } = await console.pool.query('select from sessions where person_id = $1', [raced])
    expect(rows).toHaveLength(1)
  })

  test('leads to the console of the settings, whatever host its request named', async () => {
    const answer = await post('/w/org_one/invitations', {
      origin: console.url.replace('127.0.0.1', 'localhost'),
      headers: { cookie: admin, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
      body: { email: 'ann@example.com', role: 'viewer' },
    })
    expect(answer.status).toBe(201)
    const { text = '' } = mailServer.mails.at(-1)?.parsed ?? {}
    expect(text.match(/https?:\/\/\S+?(?=[#\s])/g)).toEqual([`${consoleUrl}/login`])
  })
})

describe('a link of someone else', () => {
  const inspect = (token: string, headers: Record<string, string> = {}) =>
    post('/login/inspect', { headers, body: { token } })

  test('shows whom it would log in and whom that replaces, and uses nothing up', async () => {
    const mallory = await console.addPerson({ org_two: 'admin' })
    await console.pool.query(`update people set email = 'mallory@evil.example' where person_id = $1`, [
      mallory,
    ])
    const token = await console.createToken(mallory)
    const cookie = await console.logIn(personId)
    for (const headers of [{ cookie }, { cookie }]) {
      const answer = await inspect(token, headers)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(await answer.json()).toEqual({
        ...{ way: 'link', name: 'm…y@evil.example', orgId: null },
        replaces: 'Test',
      })
    }
    expect(await (await inspect(token)).json()).toMatchObject({ replaces: null })
    const own = await console.createToken(personId)
    expect(await (await inspect(own, { cookie })).json()).toMatchObject({ replaces: null })
    expect((await readSession({ cookie })).status).toBe(200)
    const entered = await post('/login', { headers: { cookie }, body: { token } })
    expect(await entered.json()).toMatchObject({ person: { personId: mallory } })
    expect((await readSession({ cookie })).status).toBe(401)
  })

  test('that does not work ends no session, also one that is about to get a new token', async () => {
    const someone = await console.addPerson({ org_one: 'viewer' })
    const cookie = `${cookieName}=${'B'.repeat(43)}`
    await console.pool.query(
      `insert into sessions (session_id, token_sha256, must_renew, person_id, created_at, used_at, ends_at, address)
       values ('ses_b', sha256($1::text::bytea), true, $2, now(), now(), now() + interval '1 day', '192.0.2.1')`,
      ['B'.repeat(43), someone],
    )
    expect((await post('/login', { headers: { cookie }, body: { token: planted } })).status).toBe(401)
    const { rows } = await console.pool.query('select must_renew from sessions where person_id = $1', [
      someone,
    ])
    expect(rows).toEqual([{ must_renew: true }])
    expect((await readSession({ cookie })).headers.getSetCookie()).toHaveLength(1)
  })
})

test.each(['/login', '/console/api/session', '/.well-known/security.txt', '/nope'])(
  'says at %s that browsers come back by https alone',
  async (path) => {
    const { headers } = await fetch(`${console.url}${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  },
)

describe('the sessions of a person', () => {
  const sessionsOf = (id: string, cookie: string, method = 'GET') =>
    fetch(`${console.url}/console/api/w/org_one/people/${id}/sessions`, {
      ...{ method, headers: { ...fromPage, cookie } },
    })

  test('are hidden from admins of one workspace where the person has a part in another', async () => {
    const boss = await console.logIn(await console.addPerson({ org_one: 'admin' }))
    const both = await console.logIn(await console.addPerson({ org_one: 'admin', org_two: 'admin' }))
    const shared = await console.addPerson({ org_one: 'viewer', org_two: 'viewer' })
    const operator = await console.addPerson({ org_one: 'viewer' }, true)
    const own = await console.addPerson({ org_one: 'viewer' })
    for (const id of [shared, operator, own]) await console.logIn(id)
    const statuses = async (cookie: string) =>
      Promise.all(
        [shared, operator, own].flatMap((id) => [
          sessionsOf(id, cookie).then(({ status }) => status),
          sessionsOf(id, cookie, 'DELETE').then(({ status }) => status),
        ]),
      )
    expect(await statuses(boss)).toEqual([403, 403, 403, 403, 200, 200])
    expect(await statuses(both)).toEqual([200, 200, 403, 403, 200, 200])
    // The first person of the installation is an operator.
    expect(await statuses(await console.logIn(personId))).toEqual([200, 200, 200, 200, 200, 200])
  })

  test('end at once but for this one, and say when they end by themselves', async () => {
    const someone = await console.addPerson({ org_one: 'viewer' })
    const [here, there] = [await console.logIn(someone), await console.logIn(someone)]
    const sessions = (cookie: string, method = 'GET') =>
      fetch(`${console.url}/console/api/sessions`, { method, headers: { ...fromPage, cookie } })
    const { items } = JSON.parse(await (await sessions(here)).text()) as {
      items: { usedAt: string; loggedInAt: string; endsAt: string; endsUnusedAt: string }[]
    }
    expect(items).toHaveLength(2)
    for (const { usedAt, loggedInAt, endsAt, endsUnusedAt } of items) {
      expect(Date.parse(endsUnusedAt) - Date.parse(usedAt)).toBe(12 * 3_600_000)
      expect(Date.parse(endsAt) - Date.parse(loggedInAt)).toBe(7 * 24 * 3_600_000)
    }
    expect(await (await sessions(here, 'DELETE')).json()).toEqual({ ended: 1 })
    const { rows } = await console.pool.query('select from sessions where person_id = $1', [someone])
    expect(rows).toHaveLength(1)
    expect((await sessions(here)).status).toBe(200)
    expect(there).not.toBe(here)
  })
})

describe('a mail', () => {
  test.each([
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com\nSubject: Pay',
    'ann@example.com, eve@example.com',
    'Ann <ann@example.com>',
    '"ann@example.com\r\n\r\nHello"@example.com',
    'ann@example.com\u0000',
    'ann@exämple.com\u2028Bcc: eve@example.com',
  ])('is not sent to %j', async (email) => {
    const before = mailServer.mails.length
    const answers = [
      await post('/login/mail', { body: { email } }),
      await post('/w/org_one/invitations', { headers: { cookie: admin }, body: { email, role: 'viewer' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400])
    expect(mailServer.mails).toHaveLength(before)
  })
})

describe('a session', () => {
  let token: string

  beforeEach(async () => {
    token = await console.createToken(personId)
  })

  test('has a cookie that only the server reads, over TLS and from this host alone', async () => {
    const { headers } = await post('/login', { body: { token } })
    const [cookie = '', ...others] = headers.getSetCookie()
    expect(others).toEqual([])
    const [pair = '', ...attributes] = cookie.split('; ')
    expect(pair).toMatch(new RegExp(`^${cookieName}=[\\w-]{43}$`))
    expect(attributes.toSorted()).toEqual(
      ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Strict', 'Secure'].toSorted(),
    )
  })

  test('is never the one that a browser was given before the login', async () => {
    const stranger = { cookie: `${cookieName}=${planted}` }
    const answer = await post('/login', { headers: stranger, body: { token } })
    const own = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    expect((await readSession({ cookie: own })).status).toBe(200)
    expect((await readSession(stranger)).status).toBe(401)
    // Of two cookies with the name, either may be the stranger's.
    for (const cookie of [`${own}; ${stranger.cookie}`, `${stranger.cookie}; ${own}`]) {
      expect((await readSession({ cookie })).status).toBe(401)
    }
  })

  test('opens nothing under another name, as a key, in the address or in the body', async () => {
    const own = await console.logIn(personId)
    const [, value = ''] = own.split('=')
    for (const headers of [
      { cookie: `signalpost_session=${value}` },
      { cookie: `__Secure-signalpost_session=${value}` },
      { authorization: `Bearer ${value}` },
      { 'x-session': value },
    ]) {
      expect((await readSession(headers)).status).toBe(401)
    }
    const answer = await fetch(`${console.url}/console/api/session?${cookieName}=${value}`)
    expect(answer.status).toBe(401)
    expect((await readSession({ cookie: own })).status).toBe(200)
  })

  test('is over for every copy of its cookie after a logout', async () => {
    const cookie = await console.logIn(personId)
    const answer = await fetch(`${console.url}/console/api/session`, {
      method: 'DELETE',
      headers: { ...fromPage, cookie },
    })
    expect(answer.status).toBe(204)
    expect(answer.headers.getSetCookie()[0]).toMatch(new RegExp(`^${cookieName}=; Max-Age=0; `))
    expect((await readSession({ cookie })).status).toBe(401)
  })
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/login?next=https://evil.example',
  '/login//evil.example',
  '/w/org_one/overview?return_to=//evil.example',
  '/console/api/login?redirect=https://evil.example',
])('%s leads nowhere else', async (path) => {
  const answer = await fetch(console.url + path, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBeNull()
  expect(await answer.text()).not.toContain('evil.example')
})
