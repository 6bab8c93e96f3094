import { listCollections } from '@signalpost/database/records'
import { instantOf, scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import type { Answer } from './test-support/check-answer.ts'
import { sendBody } from './test-support/send-body.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

let nowMs = Date.parse('2026-11-20T09:00:00.000Z')
let api: TestApi
let key: string
let theirKey: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, nowMs: () => nowMs })
  key = await api.createKey({ scopes })
  theirKey = await api.createKey({ scopes, orgId: 'org_two' })
  await api.storeSignal({ id: 'ours', accountKey: 'd:ours.example' })
  await api.storeSignal({ id: 'theirs', orgId: 'org_two', accountKey: 'd:theirs.example' })
  await api.storeSignal({ id: 'deleted', accountKey: 'd:gone.example' })
  await api.apply('signal.deleted', { signalId: 'deleted' })
  await api.apply('deal.created', { deal: { id: 'ours', name: 'Ours', stage: 'new' } })
  await api.apply('deal.created', { deal: { id: 'theirs', name: 'Theirs', stage: 'new' } }, 'org_two')
  await api.apply('deal.created', { deal: { id: 'deleted', name: 'Gone', stage: 'new' } })
  await api.apply('deal.deleted', { dealId: 'deleted' })
})

afterAll(() => api.stop())

beforeEach(() => {
  nowMs += 60_000
})

const post = (path: string, body: unknown, by = key): Promise<Answer> =>
  sendBody('POST', `${api.url}${path}`, { key: by, body })
const memberOf = (apiKey: string): string => `usr_${apiKey.split('_')[1]}`

async function newList(name: string, by = key): Promise<string> {
  const { status, body, text } = await post('/v1/collections', { name }, by)
  expect(status, text).toBe(201)
  return (body as { id: string }).id // the cast: the answer was checked against its schema
}

function expectSameNotFound(answers: Answer[]): void {
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(answer.text).toBe(answers[0]?.text)
  }
}

test('POST /v1/collections creates a list', async () => {
  const answer = await post('/v1/collections', { name: ' Hot leads ', description: 'To call.' })
  expect(answer.status).toBe(201)
  expect(answer.body).toEqual({
    id: expect.stringMatching(/^col_[0-9a-z]{26}$/),
    name: 'Hot leads',
    description: 'To call.',
    createdAt: instantOf(nowMs),
  })
  for (const body of [{ name: 'None' }, { name: 'Null', description: null }]) {
    expect((await post('/v1/collections', body)).body).toMatchObject({ description: null })
  }
})

test.each([
  ['Trimmed', ' trimmed\t'],
  ['Straße', 'STRASSE'],
  ['Café', 'cafe\u0301'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
])('POST /v1/collections takes %j and %j for one name, in each workspace', async (first, second) => {
  await newList(first)
  const refused = await post('/v1/collections', { name: second })
  expect(refused.status).toBe(409)
  expect(refused.body).toEqual({ message: 'There is already a list with this name.', code: 'conflict' })
  await newList(second, theirKey)
})

test('POST /v1/collections takes names that differ in more than that', async () => {
  for (const name of ['Two words', 'Twowords', 'Two  words', 'ılık', 'ilik']) await newList(name)
})

test('POST /v1/collections creates one of many that are asked for at once', async () => {
  const names = Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 'At once' : 'AT ONCE'))
  const answers = await Promise.all(names.map((name) => post('/v1/collections', { name })))
  const counts = Map.groupBy(answers, ({ status }) => status)
  expect([counts.get(201)?.length, counts.get(409)?.length]).toEqual([1, 9])
})

test('POST /v1/collections takes texts of the greatest length', async () => {
  const [name, description] = ['👍'.repeat(120), '👍'.repeat(2000)]
  const { body } = await post('/v1/collections', { name: `  ${name}  `, description })
  expect(body).toMatchObject({ name, description })
})

test('POST /v1/collections stores the name trimmed', async () => {
  await newList('\t\u00a0\u3000 Padded name \ufeff\n')
  const names = (await listCollections(api.database, 'org_one')).map(({ name }) => name)
  expect(names).toContain('Padded name')
})

test.each<[unknown, string]>([
  [{}, 'name'],
  [{ name: null }, 'name'],
  [{ name: ' \n ' }, 'name'],
  [{ name: 'x'.repeat(121) }, 'name'],
  [{ name: 'a', description: 'x'.repeat(2001) }, 'description'],
  [{ name: 'a', description: 1 }, 'description'],
  [{ name: 'a', id: 'col_1' }, 'id'],
])('POST /v1/collections refuses %j', async (body, path) => {
  const answer = await post('/v1/collections', body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
})

test('POST /v1/signals/{id}/save saves once, and then tells when that was', async () => {
  const collectionId = await newList('Saved')
  const first = await post('/v1/signals/ours/save', { collectionId })
  const saved = { collectionId, signalId: 'ours', savedAt: instantOf(nowMs) }
  expect(first.status).toBe(200)
  expect(first.body).toEqual({ ...saved, created: true })
  nowMs += 1_000
  const again = await post('/v1/signals/ours/save', { collectionId })
  expect(again.status).toBe(200)
  expect(again.body).toEqual({ ...saved, created: false })
})

test('POST /v1/signals/{id}/save saves once when many ask at once', async () => {
  const collectionId = await newList('Saved at once')
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post('/v1/signals/ours/save', { collectionId })),
  )
  const created = answers.filter(({ body }) => (body as { created: boolean }).created) // checked against its schema
  expect(created).toHaveLength(1)
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

test('POST /v1/signals/{id}/save answers with the same bytes whatever is missing, foreign or deleted', async () => {
  const collectionId = await newList('For nothing')
  const theirs = await newList('Theirs', theirKey)
  const answers = [
    await post('/v1/signals/missing/save', { collectionId }),
    await post('/v1/signals/theirs/save', { collectionId }),
    await post('/v1/signals/deleted/save', { collectionId }),
    await post('/v1/signals/ours/save', { collectionId: 'missing' }),
    await post('/v1/signals/ours/save', { collectionId: theirs }),
    await post('/v1/signals/theirs/save', { collectionId: theirs }),
  ]
  expectSameNotFound(answers)
  expect((await post('/v1/signals/theirs/save', { collectionId: theirs }, theirKey)).status).toBe(200)
})

test('POST /v1/signals/{id}/save forgets nothing of a signal that was deleted and comes back', async () => {
  const collectionId = await newList('Back')
  await api.storeSignal({ id: 'comes-back' })
  const first = await post('/v1/signals/comes-back/save', { collectionId })
  nowMs += 60_000
  await api.apply('signal.deleted', { signalId: 'comes-back' })
  expect((await post('/v1/signals/comes-back/save', { collectionId })).status).toBe(404)
  nowMs += 60_000
  await api.storeSignal({ id: 'comes-back' })
  const again = await post('/v1/signals/comes-back/save', { collectionId })
  expect(again.body).toEqual({ ...(first.body as object), created: false })
})

test.each<[unknown, string]>([
  [{}, 'collectionId'],
  [{ collectionId: null }, 'collectionId'],
  [{ collectionId: 'a b' }, 'collectionId'],
  [{ collectionId: ['a'] }, 'collectionId'],
  [{ collectionId: 'a', name: 'b' }, 'name'],
])('POST /v1/signals/{id}/save refuses %j', async (body, path) => {
  const answer = await post('/v1/signals/ours/save', body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
})

describe('POST /v1/notes', () => {
  test.each([
    ['signal', 'ours'],
    ['account', 'd:ours.example'],
    ['deal', 'ours'],
  ])('attaches a note to a %s, by the member of the key', async (type, id) => {
    const answer = await post('/v1/notes', { target: { type, id }, body: ' They decide on Thursday.\n' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^note_[0-9a-z]{26}$/),
      target: { type, id },
      body: ' They decide on Thursday.\n',
      createdAt: instantOf(nowMs),
      createdBy: memberOf(key),
    })
  })

  test('answers with the same bytes whatever is missing, foreign or deleted', async () => {
    const targets = [
      { type: 'signal', id: 'missing' },
      { type: 'signal', id: 'theirs' },
      { type: 'signal', id: 'deleted' },
      { type: 'signal', id: 'd:ours.example' },
      { type: 'account', id: 'd:missing.example' },
      { type: 'account', id: 'd:theirs.example' },
      { type: 'account', id: 'd:gone.example' },
      { type: 'deal', id: 'missing' },
      { type: 'deal', id: 'theirs' },
      { type: 'deal', id: 'deleted' },
    ]
    expectSameNotFound(await Promise.all(targets.map((target) => post('/v1/notes', { target, body: 'a' }))))
    const theirs = { target: { type: 'account', id: 'd:theirs.example' }, body: 'a' }
    expect((await post('/v1/notes', theirs, theirKey)).status).toBe(201)
  })

  test('takes a text of the greatest length, counted after trimming', async () => {
    const body = `\n${'👍'.repeat(10_000)}\n`
    const answer = await post('/v1/notes', { target: { type: 'signal', id: 'ours' }, body })
    expect(answer.body).toMatchObject({ body })
  })

  const target = { type: 'signal', id: 'ours' }
  test.each<[unknown, string]>([
    [{ target }, 'body'],
    [{ target, body: '' }, 'body'],
    [{ target, body: ' \n' }, 'body'],
    [{ target, body: 'x'.repeat(10_001) }, 'body'],
    [{ body: 'a' }, 'target'],
    [{ target: 'ours', body: 'a' }, 'target'],
    [{ target: { id: 'ours' }, body: 'a' }, 'target.type'],
    [{ target: { type: 'listener', id: 'ours' }, body: 'a' }, 'target.type'],
    [{ target: { type: 'signal' }, body: 'a' }, 'target.id'],
    [{ target: { type: 'signal', id: 'a b' }, body: 'a' }, 'target.id'],
    [{ target: { type: 'account', id: 'ours.example' }, body: 'a' }, 'target.id'],
    [{ target: { ...target, more: 1 }, body: 'a' }, 'target.more'],
    [{ target, body: 'a', createdBy: 'usr_1' }, 'createdBy'],
  ])('refuses %j', async (body, path) => {
    const answer = await post('/v1/notes', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
  })
})

describe('what no key may do', () => {
  const paths = [
    '/v1/listeners',
    '/v1/listeners/lsn_1',
    '/v1/keys',
    '/v1/keys/key_1',
    '/v1/api-keys',
    '/v1/billing',
  ]

  test.each(paths.flatMap((path) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path])))(
    '%s %s is refused with every scope, and unknown to a cookie',
    async (method, path) => {
      const request = { method, body: '{}', headers: { 'content-type': 'application/json' } }
      const headers = { ...request.headers, authorization: `Bearer ${key}` }
      const refused = await fetch(`${api.url}${path}`, { ...request, headers })
      expect([404, 405]).toContain(refused.status)
      const cookie = { ...request.headers, cookie: `session=${key}` }
      expect((await fetch(`${api.url}${path}`, { ...request, headers: cookie })).status).toBe(401)
    },
  )
})
