import type { Signal } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

type Page = { items: Signal[]; nextCursor: string | null }

const startMs = Date.parse('2026-11-20T12:00:00.000Z')
const dayMs = 24 * 60 * 60 * 1000
let nowMs = startMs
let api: TestApi
let key: string
let foreignKey: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, nowMs: () => nowMs })
  key = await api.createKey()
  foreignKey = await api.createKey({ orgId: 'org_two' })
})

afterAll(() => api.stop())

const at = (daysAgo: number): string => new Date(startMs - daysAgo * dayMs).toISOString()

test('GET /v1/results/{id} shows exactly what the events said', async () => {
  const signal = await api.storeSignal({
    id: 'full/?#%~',
    author: 'ada',
    publishedAt: at(400),
    approximateDate: true,
    dedupeKey: 'https://example.com/post',
    titleKey: 'a title',
    coverage: 'enriched',
    scoreVersion: 3,
    relevanceScore: 40,
    scoreBreakdown: {
      purchaseIntent: 20,
      fit: 10,
      urgency: 5,
      recency: 1,
      commercialValue: 1,
      evidenceQuality: 1,
      multiSignal: 2,
    },
    signalCategory: 'funding',
    urgency: 'immediate',
    purchaseIntent: 'weak',
    confidence: 'low',
    inferenceHops: 0,
    themes: ['one', 'two'],
    rating: 4.5,
    subjectOrg: { name: 'Example', workMode: 'remote' },
    accountKey: 'd:example.com',
    policy: { propensity: 0.25, explored: false, scoreAtDecision: 40, barAtDecision: 30 },
    passedBy: 'rerank',
    rerankScore: -1.5e-7,
    assignedTo: { userId: 'usr_ada', at: at(1), by: 'usr_bob' },
    feedback: { verdict: 'bad', at: at(1) },
    readAt: at(1),
    alertedAt: at(2),
  })
  const answer = await ask(`${api.url}/v1/results/${encodeURIComponent(signal.id)}`, { key })
  expect(answer.status).toBe(200)
  expect(answer.body).toStrictEqual(signal)
})

test.each([
  'https://münchen.example/straße?größe=ü#ä',
  'HTTPS://例え.example/パス',
  'https://example.com/{a}|b',
])('GET /v1/results/{id} shows the link %s as it came, and describes it', async (url) => {
  const { id } = await api.storeSignal({ id: `link-${url.length}`, url })
  const answer = await ask(`${api.url}/v1/results/${id}`, { key })
  expect(answer.body).toMatchObject({ url })
})

test('GET /v1/results/{id} finds a signal of any age', async () => {
  await api.storeSignal({ id: 'old', firstSeenAt: at(1000) })
  expect((await ask(`${api.url}/v1/results/old`, { key })).status).toBe(200)
})

test('GET /v1/results/{id} does not find what was deleted', async () => {
  await api.storeSignal({ id: 'deleted' })
  await api.apply('signal.deleted', { signalId: 'deleted' })
  const deleted = await ask(`${api.url}/v1/results/deleted`, { key })
  const missing = await ask(`${api.url}/v1/results/missing`, { key })
  expect(deleted.status).toBe(404)
  expect(deleted.text).toBe(missing.text)
})

test('GET /v1/results shows the last 30 days by default, the beginning inclusive', async () => {
  const listenerId = 'lsn_window'
  await api.storeSignal({ id: 'w-new', listenerId, firstSeenAt: at(0) })
  await api.storeSignal({ id: 'w-edge', listenerId, firstSeenAt: at(30) })
  await api.storeSignal({
    id: 'w-old',
    listenerId,
    firstSeenAt: new Date(startMs - 30 * dayMs - 1).toISOString(),
  })
  expect(await idsOf({ listenerId })).toEqual(['w-new', 'w-edge'])
  expect(await idsOf({ listenerId, postedAfter: at(31) })).toEqual(['w-new', 'w-edge', 'w-old'])
  expect(await idsOf({ listenerId, postedBefore: at(0) })).toEqual(['w-edge'])
  expect(await idsOf({ listenerId, postedBefore: at(30) })).toEqual(['w-old'])
  expect(await idsOf({ listenerId, postedAfter: at(30), postedBefore: at(30) })).toEqual([])
})

test('GET /v1/results takes moments with an offset', async () => {
  const listenerId = 'lsn_offset'
  await api.storeSignal({ id: 'offset', listenerId, firstSeenAt: '2026-11-19T10:00:00.000Z' })
  expect(await idsOf({ listenerId, postedAfter: '2026-11-19T12:00:00+02:00' })).toEqual(['offset'])
  expect(await idsOf({ listenerId, postedAfter: '2026-11-19T12:00:00.001+02:00' })).toEqual([])
})

test('GET /v1/results shows 25 on a page by default', async () => {
  const listenerId = 'lsn_default'
  for (let index = 0; index < 26; index += 1) await api.storeSignal({ id: `default_${index}`, listenerId })
  const page = await list({ listenerId })
  expect(page.items).toHaveLength(25)
  expect((await list({ listenerId, cursor: page.nextCursor ?? '' })).items).toHaveLength(1)
})

test('GET /v1/results returns every signal once over pages of changing size, while others arrive and time passes', async () => {
  const listenerId = 'lsn_pages'
  const expected: string[] = []
  for (let index = 0; index < 30; index += 1) {
    const { id } = await api.storeSignal({
      id: `page_${index}`,
      listenerId,
      relevanceScore: index % 5,
      firstSeenAt: at(index % 3),
    })
    expected.push(id)
  }
  await api.storeSignal({ id: 'page_edge', listenerId, relevanceScore: 0, firstSeenAt: at(30) })
  const walked: string[] = []
  let cursor: string | null | undefined
  for (let limit = 1; cursor !== null; limit += 1) {
    const page: Page = await list({ listenerId, limit: String(limit), ...(cursor && { cursor }) })
    walked.push(...page.items.map((signal) => signal.id))
    cursor = page.nextCursor
    nowMs += 60_000
    await api.storeSignal({ id: `late_${limit}`, listenerId, relevanceScore: 100, firstSeenAt: at(0) })
  }
  nowMs = startMs
  expect(walked.toSorted()).toEqual([...expected, 'page_edge'].toSorted())
  expect(walked.at(-1)).toBe('page_edge')
  const scores = walked.map((id) => (id === 'page_edge' ? 0 : Number(id.slice(5)) % 5))
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

test('GET /v1/results ends without a cursor on a last page that is exactly full', async () => {
  const listenerId = 'lsn_exact'
  for (const id of ['exact_1', 'exact_2']) await api.storeSignal({ id, listenerId })
  const page = await list({ listenerId, limit: '2' })
  expect(page.items).toHaveLength(2)
  expect(page.nextCursor).toBeNull()
})

test('GET /v1/results opens a cursor only for its workspace and filters, and no other', async () => {
  const listenerId = 'lsn_cursor'
  for (const id of ['cursor_1', 'cursor_2']) await api.storeSignal({ id, listenerId })
  const { nextCursor } = await list({ listenerId, limit: '1' })
  const cursor = nextCursor ?? ''
  expect((await list({ listenerId, limit: '100', cursor })).items).toHaveLength(1)
  const refused = [
    { search: { limit: '1', cursor }, as: key },
    { search: { listenerId, minScore: '0', cursor }, as: key },
    { search: { listenerId, postedAfter: at(30), cursor }, as: key },
    { search: { listenerId, cursor }, as: foreignKey },
    {
      search: { listenerId, cursor: `${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}` },
      as: key,
    },
    { search: { listenerId, cursor: 'garbage' }, as: key },
  ]
  for (const { search, as } of refused) {
    const answer = await ask(`${api.url}/v1/results?${searchOf(search)}`, { key: as })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'cursor' }] })
  }
})

test('GET /v1/results opens the cursor of another process', async () => {
  const listenerId = 'lsn_other'
  for (const id of ['other_1', 'other_2']) await api.storeSignal({ id, listenerId })
  const other = await api.startAnother()
  const { nextCursor } = await list({ listenerId, limit: '1' })
  const search = searchOf({ listenerId, cursor: nextCursor ?? '' })
  const answer = await ask(`${other.url}/v1/results?${search}`, { key })
  expect(answer.status).toBe(200)
  await other.stop()
})

test('GET /v1/results shows nothing of another workspace', async () => {
  await api.storeSignal({ id: 'foreign', orgId: 'org_two', listenerId: 'lsn_foreign' })
  expect(await idsOf({ listenerId: 'lsn_foreign' })).toEqual([])
  const answer = await ask(`${api.url}/v1/results?listenerId=lsn_foreign`, { key: foreignKey })
  expect(answer.body).toMatchObject({ items: [{ id: 'foreign', orgId: 'org_two' }], nextCursor: null })
})

test('GET /v1/results filters by everything at once', async () => {
  const listenerId = 'lsn_all'
  await api.storeSignal({ id: 'plain', listenerId })
  await api.storeSignal({
    id: 'all',
    listenerId,
    source: 'g2',
    classification: 'praise',
    signalCategory: 'growth',
    urgency: 'low',
    accountKey: 'n:Zürich & Söhne',
    assignedTo: { userId: 'usr_ada', at: at(0), by: 'usr_ada' },
    feedback: { verdict: 'good', at: at(0) },
    readAt: at(0),
    alertedAt: at(0),
  })
  const all = {
    source: 'g2',
    classification: 'praise',
    signalCategory: 'growth',
    urgency: 'low',
    accountKey: 'n:Zürich & Söhne',
    scoreVersion: '1',
    minScore: '50',
    assignedTo: 'usr_ada',
    read: 'true',
    alerted: 'true',
    verdict: 'good',
  }
  expect(await idsOf({ listenerId, ...all })).toEqual(['all'])
  const none = { read: 'false', alerted: 'false', verdict: 'none', assignedTo: 'none' }
  expect(await idsOf({ listenerId, ...none })).toEqual(['plain'])
  expect(await idsOf({ listenerId, classification: 'noise' })).toEqual([])
})

test.each([
  ['limit', '0'],
  ['limit', '101'],
  ['limit', '1.5'],
  ['limit', '01'],
  ['minScore', '00'],
  ['limit', '0x10'],
  ['limit', ' 1'],
  ['postedAfter', '2026-11-20'],
  ['postedAfter', '2026-11-20T09:00:00'],
  ['postedBefore', '2026-11-31T09:00:00Z'],
  ['listenerId', 'a b'],
  ['listenerId', '\u0000'],
  ['source', 'myspace'],
  ['classification', 'HIGH_INTENT'],
  ['signalCategory', 'toString'],
  ['urgency', 'high,low'],
  ['accountKey', 'example.com'],
  ['accountKey', 'd:\u0000'],
  ['scoreVersion', '4'],
  ['minScore', '-1'],
  ['minScore', '101'],
  ['assignedTo', 'ä'],
  ['read', '1'],
  ['alerted', 'TRUE'],
  ['verdict', 'ugly'],
  ['cursor', 'x'],
])('GET /v1/results answers 400 to %s=%j, naming it', async (name, value) => {
  const answer = await ask(`${api.url}/v1/results?${searchOf({ [name]: value })}`, { key })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: name }] })
  if (value.trim().length > 3) expect(answer.text).not.toContain(`"${value}`)
})

test('GET /v1/results answers 400 to a window that ends before it begins', async () => {
  const search = searchOf({ postedAfter: at(1), postedBefore: at(2) })
  const answer = await ask(`${api.url}/v1/results?${search}`, { key })
  expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'postedBefore' }] })
})

async function list(search: Record<string, string>): Promise<Page> {
  const answer = await ask(`${api.url}/v1/results?${searchOf(search)}`, { key })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as Page // the cast: the answer was checked against the description
}

async function idsOf(search: Record<string, string>): Promise<string[]> {
  return (await list(search)).items.map((signal) => signal.id)
}

function searchOf(parameters: Record<string, string>): string {
  return new URLSearchParams(parameters).toString()
}
