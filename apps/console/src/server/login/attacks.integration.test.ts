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
