import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { routes } from '../routes/routes.ts'
import { type Answer, ask } from '../test-support/check-answer.ts'
import { fillWorkspaces, type Ids } from '../test-support/fill-workspaces.ts'
import { routeCases } from '../test-support/route-cases.ts'
import { sendBody } from '../test-support/send-body.ts'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

let api: TestApi
let key: string
let foreignKey: string
let ours: Ids
let theirs: Ids

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey({ scopes })
  foreignKey = await api.createKey({ orgId: 'org_two', scopes })
  ;({ ours, foreign: theirs } = await fillWorkspaces(api))
  // A second page for every list, in both workspaces.
  for (const orgId of ['org_one', 'org_two']) {
    await api.storeSignal({ id: 'second', orgId, accountKey: 'n:second' })
    const listener = { id: 'second', name: 'Second', mode: 'market', objective: 'find_customers' }
    await api.apply('listener.created', { listener }, orgId)
    await api.apply('deal.created', { deal: { id: 'second', name: 'Second', stage: 'new' } }, orgId)
    const { signal, collection } = orgId === 'org_one' ? ours : theirs
    const as = orgId === 'org_one' ? key : foreignKey
    const post = (path: string, body: object) => sendBody('POST', `${api.url}${path}`, { key: as, body })
    await post('/v1/collections', { name: 'Second' })
    for (const id of [signal, 'second']) await post(`/v1/signals/${id}/save`, { collectionId: collection })
    for (const body of ['One', 'Two']) {
      await post('/v1/notes', { target: { type: 'signal', id: signal }, body })
      await api.pool.query(
        `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, is_instant)
         values ($1, $2, 'chn_1', $3, now(), 'pending', true)`,
        [orgId, `rul_${body}`, signal],
      )
    }
  }
})

afterAll(() => api.stop())

const lists = routes.filter(({ query }) => 'cursor' in query.shape).map(({ path }) => path)

/** The list of a workspace, with the ids and parameters that it needs. */
function urlOf(path: string, as = key): string {
  const route = routes.find((one) => one.path === path && one.method === 'get')
  const { id = '', search = '' } =
    routeCases[route?.operationId ?? '']?.request(as === key ? ours : theirs) ?? {}
  return `${api.url}${path.replace(/\{\w+\}/, encodeURIComponent(id))}?${search && `${search}&`}`
}

async function get(path: string, search: Record<string, string>, as = key): Promise<Answer> {
  return ask(urlOf(path, as) + new URLSearchParams(search).toString(), { key: as })
}

async function cursorOf(path: string, as = key): Promise<string> {
  const { body } = await get(path, { limit: '1' }, as)
  const { nextCursor } = body as { nextCursor: string | null } // the cast: the answer was checked against the description
  expect(nextCursor).toEqual(expect.any(String))
  return nextCursor ?? ''
}

function expectRefused(answer: Answer, path: string): void {
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
}

describe.each(lists)('the pages of %s', (path) => {
  test('take both ends of limit and nothing beyond', async () => {
    for (const limit of ['1', '100']) expect((await get(path, { limit })).status).toBe(200)
    for (const limit of [
      '0',
      '101',
      '-1',
      '+1',
      '1.0',
      '1e1',
      '0x1',
      ' 1',
      '1 ',
      '١',
      '9'.repeat(400),
      'null',
    ]) {
      expectRefused(await get(path, { limit }), 'limit')
    }
  })

  test('refuse limits and cursors that are arrays or objects', async () => {
    for (const name of ['limit[]', 'limit[0]', 'limit.a', 'cursor[]', 'limit[$gt]']) {
      expectRefused(await get(path, { [name]: '1' }), /^\w+(\.\w+)?$/.test(name) ? name : '')
    }
    expectRefused(await ask(`${urlOf(path)}limit=1&limit=2`, { key }), 'limit')
  })

  test('open their own cursor, with another limit too', async () => {
    const cursor = await cursorOf(path)
    const answer = await get(path, { cursor, limit: '50' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ nextCursor: null })
  })

  test('refuse cursors that are forged, cut or of another list, workspace or set of filters', async () => {
    const cursor = await cursorOf(path)
    const [content = '', signature = ''] = cursor.split('.')
    const forged = Buffer.from(JSON.stringify({ after: { id: 'a' } })).toString('base64url')
    const bad = [
      'x',
      '.',
      content,
      `${content}.`,
      `.${signature}`,
      `${forged}.${signature}`,
      cursor.slice(0, -1),
      cursor.slice(1),
      `${cursor}A`,
      `${cursor}\0`,
      cursor.toUpperCase(),
      'x'.repeat(2_001),
      await cursorOf(path, foreignKey),
    ]
    for (const other of lists) if (other !== path) bad.push(await cursorOf(other))
    for (const one of bad) expectRefused(await get(path, { cursor: one }), 'cursor')
    if (path === '/v1/results') expectRefused(await get(path, { cursor, minScore: '1' }), 'cursor')
    if (path === '/v1/accounts') expectRefused(await get(path, { cursor, region: 'Berlin' }), 'cursor')
  })
})

describe('parameters', () => {
  test.each([
    ['postedAfter', '12026-11-20T09:00:00Z'],
    ['postedAfter', '+012026-11-20T09:00:00Z'],
    ['postedBefore', '-0001-11-20T09:00:00Z'],
    ['postedBefore', '2026-11-20T09:00:60Z'],
    ['postedBefore', '2026-11-20 09:00:00Z'],
    ['postedBefore', '2026-11-20t09:00:00z'],
    ['listenerId', 'x'.repeat(201)],
    ['listenerId', 'a\0'],
    ['accountKey', `d:${'ä'.repeat(299)}`],
    ['scoreVersion', '0'],
    ['scoreVersion', '4'],
    ['minScore', '-1'],
    ['minScore', '101'],
    ['source', 'x,reddit'],
    ['source', '__proto__'],
    ['read', 'yes'],
  ])('refuse %s=%j', async (name, value) => {
    expectRefused(await get('/v1/results', { [name]: value }), name)
  })

  test.each([
    ['postedAfter', '0000-01-01T00:00:00Z'],
    ['postedBefore', '9999-12-31T23:59:59.999999999Z'],
    ['listenerId', 'x'.repeat(200)],
    ['accountKey', `d:${'ä'.repeat(298)}`],
    ['scoreVersion', '1'],
    ['scoreVersion', '3'],
    ['minScore', '0'],
    ['minScore', '100'],
    ['assignedTo', '__proto__'],
  ])('take %s=%j', async (name, value) => {
    const answer = await get('/v1/results', { [name]: value })
    expect(answer.status, answer.text).toBe(200)
  })

  test.each(['postedAfter', 'postedBefore'])('say how to write the + of an offset in %s', async (name) => {
    const moment = '2026-11-20T09:00:00.5+02:00'
    const answer = await ask(`${api.url}/v1/results?${name}=${moment}`, { key })
    expectRefused(answer, name)
    expect(answer.text).toContain('%2B')
    for (const other of ['2026-11-20T09:00:00', '2026-11-20 09:00:00', 'x 02:00']) {
      expect((await get('/v1/results', { [name]: other })).text).not.toContain('%2B')
    }
    expect((await get('/v1/results', { [name]: moment })).status).toBe(200)
  })

  test('refuse names that objects have', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      for (const path of lists) expect((await get(path, { [name]: '1' })).status).toBe(400)
    }
  })
})

test('shows a name with the space around it, which no length counts', async () => {
  const name = `  ${'ä'.repeat(200)}\n\t`
  await api.apply('deal.created', { deal: { id: 'spacious', name, stage: 'new' } })
  const { body } = await get('/v1/pipeline', { limit: '100' })
  expect(body).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ name })]) })
})

describe('what no key may do', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s on listeners is refused with every scope',
    async (method) => {
      for (const path of ['/v1/listeners', `/v1/listeners/${ours.listener}`]) {
        const answer = await ask(`${api.url}${path}`, { method, key })
        expect(answer.status).toBe(405)
        expect(answer.headers.get('allow')).toBe('GET, HEAD')
      }
      const { body } = await get(`/v1/listeners/${ours.listener}`, {})
      expect(body).toMatchObject({ id: ours.listener })
    },
  )

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s on keys, sources, members and bills leads nowhere',
    async (method) => {
      for (const word of [
        'keys',
        'api-keys',
        'sources',
        'workspaces',
        'members',
        'billing',
        'channels',
        'rules',
      ]) {
        for (const path of [`/v1/${word}`, `/v1/${word}/any`]) {
          expect((await ask(`${api.url}${path}`, { method, key })).status).toBe(404)
        }
      }
    },
  )

  test('a cookie opens nothing, with what it may hold', async () => {
    for (const cookie of [
      `session=${key}`,
      `apiKey=${key}`,
      `authorization=Bearer ${key}`,
      `connect.sid=s%3A${key}`,
    ]) {
      for (const path of lists) {
        expect((await ask(`${api.url}${path}`, { headers: { cookie } })).status).toBe(401)
      }
    }
  })

  test('a method in a header or in the query is not believed', async () => {
    const headers = { 'x-http-method-override': 'DELETE', 'content-type': 'application/json' }
    const answer = await ask(`${api.url}/v1/pipeline/${ours.deal}`, {
      method: 'PATCH',
      key,
      headers,
      body: JSON.stringify({ stage: 'contacted' }),
    })
    expect(answer.status).toBe(200)
    expectRefused(await ask(`${api.url}/v1/results/${ours.signal}?_method=DELETE`, { key }), '')
  })
})
