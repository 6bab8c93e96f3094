import { createSchedule, finishRun, leaseListener, setSchedulePaused } from '@signalpost/database/searching'
import { scopes as allScopes, type Deal, type Listener } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

type Page = { items: (Listener | Deal)[]; nextCursor: string | null }

const scopes = ['listeners:read', 'pipeline:read'] as const
const at = '2026-11-01T09:00:00.000Z'
let api: TestApi
let key: string
let foreignKey: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey({ scopes })
  foreignKey = await api.createKey({ scopes, orgId: 'org_two' })
})

afterAll(() => api.stop())

test('GET /v1/listeners/{id} shows what the events said, defaults for what they did not, and the count of its signals', async () => {
  const full = {
    id: 'full/?#%~',
    orgId: 'org_one',
    name: 'A listener',
    mode: 'places',
    objective: 'find_local_prospects',
    schedule: { cron: '0 9 * * 1', timezone: 'Europe/Berlin' },
    keywords: ['CRM'],
    exclusions: ['jobs'],
    queries: [{ source: 'g2', query: 'crm' }],
    sensitivity: 'high',
    profile: { categories: ['bakery'], locations: ['Berlin'] },
    scheduler: { state: 'failed', lastRunAt: at, nextRunAt: at, lastError: 'why' },
    createdAt: at,
    updatedAt: '2026-11-02T09:00:00.000Z',
  }
  await api.apply('listener.created', { listener: full })
  for (const id of ['of_full_1', 'of_full_2']) await api.storeSignal({ id, listenerId: full.id })
  const path = `/v1/listeners/${encodeURIComponent(full.id)}`
  expect((await get(path)).body).toStrictEqual({ ...full, signalCount: 2 })
  await api.apply('signal.deleted', { signalId: 'of_full_1' })
  await api.storeSignal({ id: 'of_full_2', listenerId: 'another' })
  expect((await get(path)).body).toMatchObject({ signalCount: 0 })

  const sparse = { id: 'sparse', name: 'Sparse', mode: 'rivals', objective: 'find_competitors' }
  await api.apply('listener.created', { listener: sparse })
  const shown = (await get('/v1/listeners/sparse')).body as Listener // the cast: it was checked against the description
  expect(shown).toStrictEqual({
    ...sparse,
    orgId: 'org_one',
    schedule: null,
    signalCount: 0,
    keywords: [],
    exclusions: [],
    queries: [],
    sensitivity: 'balanced',
    profile: { rivals: [], painVocabulary: [] },
    scheduler: { state: 'idle', lastRunAt: null, nextRunAt: null, lastError: null },
    createdAt: shown.createdAt,
    updatedAt: shown.createdAt,
  })
})

test('GET /v1/listeners/{id} shows the live scheduler of a listener that was made here', async ({
  database,
}) => {
  const listener = { id: 'live', name: 'Live', mode: 'market', objective: 'find_customers' }
  await api.apply('listener.created', { listener })
  const schedulerOf = async () => ((await get('/v1/listeners/live')).body as Listener).scheduler // the cast: as above
  const none = { lastRunAt: null, nextRunAt: null, lastError: null }
  expect(await schedulerOf()).toEqual({ state: 'idle', ...none })
  const reference = { orgId: 'org_one', listenerId: 'live' }
  const settings = { boards: [], backfillMs: 0 }
  await database
    .transaction()
    .execute((transaction) => createSchedule(transaction, { ...reference, sourceId: 'src_1', settings }))
  expect(await schedulerOf()).toEqual({ ...none, state: 'queued', nextRunAt: expect.any(String) })
  const lease = await leaseListener(database, { ...reference, leaseMs: 60_000 })
  if (lease === undefined) throw new Error('It is leased already.')
  expect(await schedulerOf()).toEqual({ ...none, state: 'running', nextRunAt: expect.any(String) })
  await finishRun(database, { ...lease, outcome: { result: 'ran', error: null, dueInMs: 60_000 } })
  const [lastRunAt, nextRunAt] = [expect.any(String), expect.any(String)]
  expect(await schedulerOf()).toEqual({ ...none, state: 'idle', lastRunAt, nextRunAt })
  await database
    .transaction()
    .execute((transaction) => setSchedulePaused(transaction, { ...reference, isPaused: true }))
  expect(await schedulerOf()).toEqual({ ...none, state: 'paused', lastRunAt })
})

test('GET /v1/listeners/{id} gives the same answer for a foreign, a deleted and a missing listener', async () => {
  const listener = { id: 'theirs', name: 'Theirs', mode: 'market', objective: 'find_customers' }
  await api.apply('listener.created', { listener }, 'org_two')
  await api.apply('listener.created', { listener: { ...listener, id: 'deleted' } })
  await api.apply('listener.deleted', { listenerId: 'deleted' })
  expect((await get('/v1/listeners/theirs', foreignKey)).status).toBe(200)
  const texts = new Set<string>()
  for (const id of ['theirs', 'deleted', 'missing']) {
    const answer = await get(`/v1/listeners/${id}`)
    expect(answer.status).toBe(404)
    texts.add(answer.text)
  }
  expect(texts.size).toBe(1)
})

test('no key creates, changes or deletes a listener, whatever its scopes', async () => {
  const listener = { id: 'fixed', name: 'Fixed', mode: 'market', objective: 'find_customers' }
  await api.apply('listener.created', { listener })
  const before = await get('/v1/listeners/fixed')
  const mighty = await api.createKey({ scopes: allScopes })
  for (const path of ['/v1/listeners', '/v1/listeners/fixed']) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const body = JSON.stringify({ ...listener, name: 'Changed' })
      const headers = { 'content-type': 'application/json' }
      const answer = await ask(`${api.url}${path}`, { method, key: mighty, headers, body })
      expect(answer.status, `${method} ${path}`).toBe(405)
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
  }
  expect((await get('/v1/listeners/fixed')).text).toBe(before.text)
})

test('GET /v1/listeners shows a summary of each', async () => {
  const listener = {
    id: 'summed',
    name: 'Summed',
    mode: 'market',
    objective: 'find_customers',
    createdAt: at,
  }
  await api.apply('listener.created', { listener })
  await api.storeSignal({ id: 'of_summed', listenerId: 'summed' })
  const shown = (await walk('/v1/listeners')).find((one) => one.id === 'summed')
  expect(shown).toStrictEqual({ ...listener, schedule: null, signalCount: 1 })
})

describe.each([
  {
    path: '/v1/listeners',
    store: (id: string, createdAt: string, orgId?: string) =>
      api.apply(
        'listener.updated',
        { listener: { id, name: id, mode: 'market', objective: 'find_customers', createdAt } },
        orgId,
      ),
    remove: (id: string) => api.apply('listener.deleted', { listenerId: id }),
  },
  {
    path: '/v1/pipeline',
    store: (id: string, createdAt: string, orgId?: string) =>
      api.apply('deal.updated', { deal: { id, name: id, stage: 'new', createdAt } }, orgId),
    remove: (id: string) => api.apply('deal.deleted', { dealId: id }),
  },
])('GET $path', ({ path, store, remove }) => {
  test('returns every record once by createdAt and id, descending, while others come and go', async () => {
    const expected: string[] = []
    for (let index = 9; index >= 0; index -= 1) {
      const id = `page_${index}`
      await store(id, `2026-11-0${1 + Math.floor(index / 3)}T09:00:00.000Z`)
      expected.push(id)
    }
    await store('page_year_0', '0000-01-01T00:00:00.000Z')
    const walked = await walk(path, async (turn) => {
      await store(`new_${turn}`, '2026-12-01T09:00:00.000Z')
      await store(`gone_${turn}`, '2026-11-03T10:00:00.000Z')
      await remove(`gone_${turn}`)
    })
    const paged = walked.filter(({ id }) => id.startsWith('page_'))
    expect(paged.map(({ id }) => id)).toEqual([...expected, 'page_year_0'])
    expect(paged.at(-1)?.createdAt).toBe('0000-01-01T00:00:00.000Z')
    expect(walked.some(({ id }) => id.startsWith('gone_'))).toBe(false)
  })

  test('shows 25 records on a page by default, and refuses a cursor of another list', async () => {
    for (let index = 0; index < 26; index += 1) await store(`many_${index}`, at, 'org_two')
    const page = (await get(path, foreignKey)).body as Page // the cast: it was checked against the description
    expect(page.items).toHaveLength(25)
    const cursor = page.nextCursor ?? ''
    const other = path === '/v1/pipeline' ? '/v1/listeners' : '/v1/pipeline'
    const refused = [
      await get(`${other}?cursor=${cursor}`, foreignKey),
      await get(`${path}?cursor=${cursor}`),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ detail: [{ path: 'cursor' }] })
    }
  })
})

function get(path: string, as = key) {
  return ask(`${api.url}${path}`, { key: as })
}

/** Reads all records, in pages of growing size. */
async function walk(path: string, between: (turn: number) => Promise<void> = async () => undefined) {
  const walked: Page['items'] = []
  let cursor: string | null | undefined
  for (let limit = 1; cursor !== null; limit += 1) {
    const answer = await get(`${path}?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
    expect(answer.status, answer.text).toBe(200)
    const page = answer.body as Page // the cast: the answer was checked against the description
    walked.push(...page.items)
    cursor = page.nextCursor
    await between(limit)
  }
  return walked
}
