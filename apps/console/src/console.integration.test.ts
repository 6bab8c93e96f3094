import { request } from 'node:http'
import { createId } from '@signalpost/database'
import { storeDeliveries } from '@signalpost/database/ledger'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { routes } from './server/routes/routes.ts'
import { fromPage, startTestConsole, type TestConsole } from './test-support/start-test-console.ts'
import { storeListener } from './test-support/store-listener.ts'
import { storeSignal } from './test-support/store-records.ts'

let console: TestConsole
let personId: string
let cookie: string

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url })
  personId = await console.addPerson({ org_one: 'admin' })
  cookie = await console.logIn(personId)
})

afterAll(async () => {
  await console.stop()
})

test.each(['evil.example', 'evil.example:4400', '127.0.0.1.evil.example'])(
  'refuses the host %j with 421, for pages, files and routes',
  async (host) => {
    for (const path of ['/', '/login', '/assets/main.js', '/console/api/session', '/console/openapi.json']) {
      expect([path, await statusFor(host, path)]).toEqual([path, 421])
    }
    expect(await statusFor(host, '/healthz')).toBe(200)
  },
)

test.each(['localhost', 'LOCALHOST:1', '[::1]:4400', '127.0.0.1'])('serves the host %s', async (host) => {
  expect(await statusFor(host, '/login')).toBe(200)
})

test('a workspace of another cell is refused with its name, one of this cell or of a chosen id is looked for', async () => {
  const answerFor = async (orgId: string): Promise<string> => {
    const headers = { cookie }
    const answer = await fetch(`${console.url}/console/api/w/${orgId}/overview`, { headers })
    return `${answer.status} ${answer.headers.get('signalpost-cell') ?? 'none'}`
  }
  expect(await answerFor(createId('org_eu_'))).toBe('421 eu')
  expect(await answerFor(createId('org_'))).toBe('404 none')
  expect(await answerFor('org_eu_acme')).toBe('404 none')
  expect(await answerFor('org_one')).toBe('200 none')
})

test('a signal has the name of its listener once that is known', async () => {
  const { database } = console
  const id = await storeSignal(database, 'org_one', { id: 'sig_named', listenerId: 'lsn_named' })
  const nameOfListener = async (): Promise<unknown> => {
    const answer = await fetch(`${console.url}/console/api/w/org_one/signals/${id}`, { headers: { cookie } })
    return JSON.parse(await answer.text()).listenerName
  }
  expect(await nameOfListener()).toBeNull()
  await storeListener(database, { orgId: 'org_one', id: 'lsn_named', name: 'CRM buyers' })
  expect(await nameOfListener()).toBe('CRM buyers')
})

test.each(['/nope', '/w', '/installation/nope', '/login/nope'])(
  'a browser at %s gets a page that says so, and a program gets JSON',
  async (path) => {
    const ask = (headers: Record<string, string>) => fetch(console.url + path, { headers })
    const page = await ask({ accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    for (const headers of [{}, { accept: 'application/json' }]) {
      const answer = await ask(headers)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'not_found' }),
      ])
    }
  },
)

test.each(['/console/nope', '/console/api/nope', '/assets/nope.js'])('%s has no page', async (path) => {
  const answer = await fetch(console.url + path, { headers: { cookie, accept: '*/*' } })
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'not_found' })])
  const asBrowser = await fetch(console.url + path, { headers: { cookie, accept: 'text/html' } })
  if (path.startsWith('/console/')) expect(asBrowser.headers.get('content-type')).toContain('json')
})

test('every answer has the policy that keeps strangers out', async () => {
  for (const path of ['/', '/w/org_one/overview', '/console/api/session', '/console/api/none', '/none']) {
    const { headers } = await fetch(console.url + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
})

test('files are compressed where the browser takes it, and kept by it', async () => {
  const index = await (await fetch(`${console.url}/login`)).text()
  const [, path = ''] = /src="(\/assets\/main-[^"]+)"/.exec(index) ?? []
  const answer = await fetch(console.url + path, { headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const plain = await fetch(console.url + path, { headers: { 'accept-encoding': 'gzip, br;q=0' } })
  expect(plain.headers.get('content-encoding')).toBe(null)
  expect(await plain.text()).toBe(await answer.text())
})

test('the description needs a session and names the role of every operation', async () => {
  expect((await fetch(`${console.url}/console/openapi.json`)).status).toBe(401)
  const answer = await fetch(`${console.url}/console/openapi.json`, { headers: { cookie } })
  const document: { paths: Record<string, Record<string, { operationId: string; 'x-role': string }>> } =
    JSON.parse(await answer.text())
  const described = Object.values(document.paths).flatMap((operations) => Object.values(operations))
  const inOrder = (names: string[]): string[] => names.toSorted()
  expect(inOrder(described.map((operation) => `${operation.operationId} ${operation['x-role']}`))).toEqual(
    inOrder(routes.map(({ operationId, role }) => `${operationId} ${role}`)),
  )
})

test('a link refused to another site is not used up, works once, and every refusal is the same', async () => {
  const token = await console.createToken(personId)
  const attempt = (headers: Record<string, string>, body: unknown): Promise<Response> =>
    fetch(`${console.url}/console/api/login`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect((await attempt({ ...fromPage, 'sec-fetch-site': 'cross-site' }, { token })).status).toBe(403)
  expect((await attempt(fromPage, { token })).status).toBe(200)
  const used = await attempt(fromPage, { token })
  const unknown = await attempt(fromPage, { token: 'A'.repeat(43) })
  expect([used.status, await used.json()]).toEqual([unknown.status, await unknown.json()])
})

test('the overview counts every delivery once in each period, and names what is broken', async () => {
  const { sourceId } = await console.createSource('org_one', 'CRM')
  const hourMs = 3_600_000
  await storeDelivery(sourceId, { status: 'applied', agoMs: 60_000 })
  await storeDelivery(sourceId, { status: 'dead', agoMs: 2 * hourMs })
  await storeDelivery(sourceId, { status: 'duplicate', agoMs: 3 * hourMs })
  const answer = await fetch(`${console.url}/console/api/w/org_one/overview`, { headers: { cookie } })
  const none = { applied: 0, duplicate: 0, conflict: 0, ignored: 0, dead: 0, queued: 0 }
  expect(await answer.json()).toMatchObject({
    sentence: 'Nothing is lost. 1 thing is broken.',
    findings: [{ kind: 'dead_letters', summary: '1 delivery from CRM could not be applied.' }],
    ledger: {
      '1h': { ...none, accepted: 1, applied: 1 },
      '24h': { ...none, accepted: 3, applied: 1, dead: 1, duplicate: 1 },
    },
  })
})

async function storeDelivery(
  sourceId: string,
  { status, agoMs }: { status: string; agoMs: number },
): Promise<void> {
  const nowMs = Date.now() - agoMs
  const event = { eventId: `evt_${agoMs}`, type: 'ping' }
  const request = {
    ...{ orgId: 'org_one', sourceId, receivedAtMs: nowMs, traceId: 'trace', signatureHeaders: {} },
    ...{ body: Buffer.from('{}'), events: [event] },
  }
  const stored = await storeDeliveries(console.pool, [request], { nowMs, dueAfterMs: 86_400_000 })
  const ids = stored.deliveryIds.flat()
  const text = 'update deliveries set status = $1 where delivery_id = any($2)'
  await console.pool.query(text, [status, ids])
}

/** `fetch` sets the host itself. */
function statusFor(host: string, path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(`${console.url}${path}`, { headers: { host } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    asked.on('error', reject)
    asked.end()
  })
}
