import { updateWorkspace } from '@signalpost/database/access'
import { instantOf, type Scope, scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { type Answer, ask } from './test-support/check-answer.ts'
import { sendBody } from './test-support/send-body.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

// What the lists have, asked for by itself: accounts, deals, lists of signals, notes and alerts.

type Page = { items: { id: string }[]; nextCursor: string | null }

let nowMs = Date.parse('2026-11-20T09:00:00.000Z')
let api: TestApi
let key: string
let theirKey: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, nowMs: () => nowMs })
  key = await api.createKey({ scopes })
  theirKey = await api.createKey({ scopes, orgId: 'org_two' })
  await api.storeSignal({ id: 'a', accountKey: 'd:example.com' })
})

afterAll(() => api.stop())

beforeEach(() => {
  nowMs += 60_000
})

const get = (path: string, by = key): Promise<Answer> => ask(`${api.url}${path}`, { key: by })
const post = (path: string, body: unknown, by = key): Promise<Answer> =>
  sendBody('POST', `${api.url}${path}`, { key: by, body })
const idOf = ({ body }: Answer): string => (body as { id: string }).id // the cast: checked against the description

/** Follows a list to its end, in pages of one item. */
async function idsIn(path: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const answer = await get(
      `${path}${path.includes('?') ? '&' : '?'}limit=1${cursor && `&cursor=${cursor}`}`,
    )
    expect(answer.status, answer.text).toBe(200)
    const page = answer.body as Page // the cast: the answer was checked against the description
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor
  }
  return ids
}

describe('GET /v1/accounts/{accountKey}', () => {
  test('returns the account as the list has it', async () => {
    const { body } = await get('/v1/accounts')
    const { items } = body as { items: { accountKey: string }[] } // the cast: as above
    const listed = items.find(({ accountKey }) => accountKey === 'd:example.com')
    expect((await get('/v1/accounts/d:example.com')).body).toEqual(listed)
    expect((await get('/v1/accounts/d%3Aexample.com')).body).toEqual(listed)
  })

  test.each(['n:A/B & C', 'n:ä 東京', 'p:50% off?', 'n:😀'])(
    'takes the key %j in its path, percent-encoded',
    async (accountKey) => {
      await api.storeSignal({ id: `of-${encodeURIComponent(accountKey).length}`, accountKey })
      const answer = await get(`/v1/accounts/${encodeURIComponent(accountKey)}`)
      expect(answer.body).toMatchObject({ accountKey, signalCount: 1 })
    },
  )

  test('does not know an account without signals', async () => {
    await api.storeSignal({ id: 'left', accountKey: 'd:left.example' })
    expect((await get('/v1/accounts/d:left.example')).status).toBe(200)
    await api.apply('signal.deleted', { signalId: 'left' })
    const gone = await get('/v1/accounts/d:left.example')
    expect(gone.status).toBe(404)
    expect((await get('/v1/accounts/d:never.example')).text).toBe(gone.text)
  })

  test('is a 403 that names the plan without account intelligence, before the 404', async () => {
    await updateWorkspace(api.database, 'org_two', { plan: 'Basic', accountIntelligence: false })
    const answer = await get('/v1/accounts/d:never.example', theirKey)
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual({
      message: 'The plan Basic does not include account intelligence.',
      code: 'forbidden',
    })
  })
})

test('GET /v1/pipeline/{id} returns the deal as the list has it, until it is deleted', async () => {
  await api.apply('deal.created', { deal: { id: 'd', name: 'A deal', stage: 'new' } })
  const { body } = await get('/v1/pipeline')
  const { items } = body as Page // the cast: as above
  expect(items.map(({ id }) => id)).toEqual(['d'])
  expect((await get('/v1/pipeline/d')).body).toEqual(items[0])
  await api.apply('deal.deleted', { dealId: 'd' })
  expect((await get('/v1/pipeline/d')).status).toBe(404)
})

test('GET /v1/collections lists the lists, the newest first', async () => {
  const created: Answer[] = []
  for (const name of ['One', 'Two', 'Three']) {
    nowMs += 1
    created.push(await post('/v1/collections', { name }))
  }
  await post('/v1/collections', { name: 'Theirs' }, theirKey)
  expect(await idsIn('/v1/collections')).toEqual(created.toReversed().map(idOf))
  expect((await get('/v1/collections')).body).toEqual({
    items: created.toReversed().map(({ body }) => body),
    nextCursor: null,
  })
})

describe('GET /v1/collections/{id}', () => {
  test('returns the list and a page of its signals, the last saved first', async () => {
    const created = await post('/v1/collections', { name: 'Saved' })
    const path = `/v1/collections/${idOf(created)}`
    expect((await get(path)).body).toEqual({ ...(created.body as object), items: [], nextCursor: null })
    for (const id of ['x', 'y', 'z']) {
      await api.storeSignal({ id })
      nowMs += 1
      await post(`/v1/signals/${id}/save`, { collectionId: idOf(created) })
    }
    const { body } = await get(path)
    expect(body).toMatchObject({ id: idOf(created), name: 'Saved', nextCursor: null })
    const signal = (await get('/v1/results/z')).body
    expect((body as { items: unknown[] }).items[0]).toEqual(signal) // the cast: as above
    expect(await idsIn(path)).toEqual(['z', 'y', 'x'])
    await api.apply('signal.deleted', { signalId: 'y' })
    expect(await idsIn(path)).toEqual(['z', 'x'])
  })

  test('ends a page early whose signals exceed 8 MiB, and loses none', async () => {
    const collectionId = idOf(await post('/v1/collections', { name: 'Large' }))
    const ids = Array.from({ length: 12 }, (_, index) => `large-${String(index).padStart(2, '0')}`)
    for (const id of ids) {
      await api.storeSignal({ id, excerpt: 'x'.repeat(1_000_000) })
      nowMs += 1
      await post(`/v1/signals/${id}/save`, { collectionId })
    }
    const first = await get(`/v1/collections/${collectionId}?limit=100`)
    const { items, nextCursor } = first.body as Page // the cast: as above
    expect(items.length).toBeLessThan(ids.length)
    expect(nextCursor).not.toBeNull()
    const rest = await get(`/v1/collections/${collectionId}?limit=100&cursor=${nextCursor}`)
    const others = rest.body as Page // the cast: as above
    expect([...items, ...others.items].map(({ id }) => id)).toEqual(ids.toReversed())
    expect(others.nextCursor).toBeNull()
  })
})

describe('GET /v1/notes', () => {
  const noted = { signal: 'a', account: 'd:example.com', deal: 'noted' } as const
  const pathOf = (type: string, id: string): string =>
    `/v1/notes?targetType=${type}&targetId=${encodeURIComponent(id)}`

  test.each(Object.entries(noted))('lists the notes on a %s, the newest first', async (type, id) => {
    await api.apply('deal.created', { deal: { id: 'noted', name: 'A deal', stage: 'new' } })
    const written: Answer[] = []
    for (const body of ['First', 'Second', 'Third']) {
      nowMs += 1
      written.push(await post('/v1/notes', { target: { type, id }, body }))
    }
    expect((await get(pathOf(type, id))).body).toEqual({
      items: written.toReversed().map(({ body }) => body),
      nextCursor: null,
    })
    expect(await idsIn(pathOf(type, id))).toEqual(written.toReversed().map(idOf))
  })

  test('hides the notes on a deleted record until it returns', async () => {
    await api.apply('deal.created', { deal: { id: 'gone', name: 'A deal', stage: 'new' } })
    const note = await post('/v1/notes', { target: { type: 'deal', id: 'gone' }, body: 'A note' })
    await api.apply('deal.deleted', { dealId: 'gone' })
    expect((await get(pathOf('deal', 'gone'))).body).toEqual({ items: [], nextCursor: null })
    await api.apply('deal.updated', { deal: { id: 'gone', name: 'A deal', stage: 'new' } })
    expect((await get(pathOf('deal', 'gone'))).body).toEqual({ items: [note.body], nextCursor: null })
  })

  test.each<[string, Scope]>([
    ['signal', 'signals:read'],
    ['account', 'accounts:read'],
    ['deal', 'pipeline:read'],
  ])('demands for notes on a %s the scope %s alone', async (type, scope) => {
    const path = pathOf(type, 'd:example.com')
    expect((await get(path, await api.createKey({ scopes: [scope] }))).status).toBe(200)
    const others = await api.createKey({ scopes: scopes.filter((one) => one !== scope) })
    const refused = await get(`${path}&unknown=1`, others)
    expect(refused.status).toBe(403)
    expect(refused.body).toEqual({ message: `The key does not have the scope ${scope}.`, code: 'forbidden' })
  })

  test.each(['', '?targetType=list&targetId=a', '?targetType=deal&targetType=signal&targetId=a'])(
    'is a 400 for a key that could read some notes, and a 403 for one that could not: %j',
    async (search) => {
      expect(
        (await get(`/v1/notes${search}`, await api.createKey({ scopes: ['pipeline:read'] }))).status,
      ).toBe(400)
      expect((await get(`/v1/notes${search}`, await api.createKey({ scopes: ['export:read'] }))).status).toBe(
        403,
      )
    },
  )

  test.each([
    ['signal', 'a b'],
    ['account', 'example.com'],
    ['deal', 'ä'],
  ])('is a 400 for a %s with the id %j', async (type, id) => {
    const { status, body } = await get(pathOf(type, id))
    expect(status).toBe(400)
    expect(body).toMatchObject({ detail: [{ path: 'targetId' }] })
  })

  test('gives a cursor that opens no other notes', async () => {
    const { body } = await get(`${pathOf('signal', 'a')}&limit=1`)
    const { nextCursor } = body as Page // the cast: as above
    expect(nextCursor).not.toBeNull()
    for (const path of [pathOf('deal', 'noted'), pathOf('signal', 'b'), '/v1/collections?limit=1']) {
      expect((await get(`${path}&cursor=${nextCursor}`)).status).toBe(400)
    }
  })
})

test('GET /v1/results/{id}/alerts lists what was decided for each channel, the newest first', async () => {
  await api.storeSignal({ id: 'alerted' })
  const { pool } = api
  await pool.query(
    `insert into rules (rule_id, org_id, name, position, definition)
     values ('rul_1', 'org_one', 'Urgent', 1000, '{}')`,
  )
  await pool.query(
    `insert into channels (channel_id, org_id, kind, name, settings)
     values ('chn_1', 'org_one', 'webhook', 'CRM', '{}')`,
  )
  const decidedAt = instantOf(nowMs)
  await pool.query(
    `insert into dispatches (org_id, rule_id, channel_id, signal_id, decided_at, status, reason, is_instant)
     values ('org_one', 'rul_1', 'chn_1', 'alerted', $1, 'suppressed', 'silenced', true),
            ('org_one', 'rul_2', 'chn_2', 'alerted', $1, 'sent', null, true),
            ('org_two', 'rul_1', 'chn_1', 'alerted', $1, 'sent', null, true)`,
    [decidedAt],
  )
  const { body } = await get('/v1/results/alerted/alerts')
  const plain = { alertId: expect.stringMatching(/^\d+$/), decidedAt, sentAt: null, attempts: [] }
  expect(body).toEqual({
    items: [
      { ...plain, ruleName: null, channelName: null, channelKind: null, status: 'sent', reason: null },
      {
        ...{ ...plain, ruleName: 'Urgent', channelName: 'CRM', channelKind: 'webhook' },
        ...{ status: 'suppressed', reason: 'silenced' },
      },
    ],
    nextCursor: null,
  })
  const first = (await get('/v1/results/alerted/alerts?limit=1')).body as Page // the cast: as above
  const second = (await get(`/v1/results/alerted/alerts?cursor=${first.nextCursor}`)).body as Page
  expect([...first.items, ...second.items]).toEqual((body as Page).items)
})

describe('PATCH of a signal', () => {
  const patch = (path: string, body: unknown): Promise<Answer> =>
    sendBody('PATCH', `${api.url}${path}`, { key, body })

  test('judges it, keeps the moment of an equal verdict, and withdraws it', async () => {
    await api.storeSignal({ id: 'judged' })
    const judge = (verdict: unknown) => patch('/v1/results/judged/feedback', { verdict })
    const at = instantOf(nowMs)
    const good = await judge('good')
    expect(good.body).toMatchObject({ id: 'judged', feedback: { verdict: 'good', at } })
    expect((await get('/v1/results/judged')).body).toEqual(good.body)
    nowMs += 1_000
    expect((await judge('good')).text).toBe(good.text)
    expect((await judge('bad')).body).toMatchObject({ feedback: { verdict: 'bad', at: instantOf(nowMs) } })
    expect((await judge(null)).body).not.toHaveProperty('feedback')
    for (const wrong of ['none', 'Good', '', undefined]) expect((await judge(wrong)).status).toBe(400)
  })

  test('marks it as read once', async () => {
    await api.storeSignal({ id: 'read' })
    const readAt = instantOf(nowMs)
    const read = await patch('/v1/results/read/read', {})
    expect(read.body).toMatchObject({ id: 'read', readAt })
    nowMs += 1_000
    expect((await patch('/v1/results/read/read', {})).text).toBe(read.text)
    await api.apply('signal.read', { signalId: 'read', readAt: '2026-11-01T00:00:00.000Z' })
    expect((await patch('/v1/results/read/read', {})).body).toMatchObject({
      readAt: '2026-11-01T00:00:00.000Z',
    })
    expect((await patch('/v1/results/read/read', { readAt })).status).toBe(400)
  })

  test('lets now stand where a sender with a fast clock read or acknowledged it later', async () => {
    const later = instantOf(nowMs + 3_600_000)
    await api.storeSignal({ id: 'ahead' })
    await api.apply('signal.read', { signalId: 'ahead', readAt: later })
    await api.apply('signal.acknowledged', { signalId: 'ahead', acknowledgedAt: later, by: 'usr_ada' })
    const now = instantOf(nowMs)
    expect((await patch('/v1/results/ahead/read', {})).body).toMatchObject({ readAt: now })
    const acknowledged = await post('/v1/signals/ahead/acknowledge', {})
    expect(acknowledged.body).toMatchObject({ readAt: now, acknowledgedAt: now })
    nowMs += 1_000
    expect((await post('/v1/signals/ahead/acknowledge', {})).text).toBe(acknowledged.text)
  })
})
