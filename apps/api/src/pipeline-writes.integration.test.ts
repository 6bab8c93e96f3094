import { createSecretBox } from '@signalpost/database'
import { createChannel } from '@signalpost/database/rules'
import { instantOf, scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { type Answer, ask } from './test-support/check-answer.ts'
import { sendBody } from './test-support/send-body.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

const minuteMs = 60_000
const startMs = Date.parse('2026-11-20T09:00:00.000Z')
let nowMs = startMs
let api: TestApi
let key: string
let theirKey: string
let made = 0

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, nowMs: () => nowMs })
  key = await api.createKey({ scopes })
  theirKey = await api.createKey({ scopes, orgId: 'org_two' })
  const channel = { orgId: 'org_one', kind: 'webhook', name: 'CRM', settings: {}, secrets: {} }
  await createChannel(api.database, createSecretBox(Buffer.alloc(32, 1)), channel)
  await api.storeSignal({ id: 'theirs', orgId: 'org_two' })
  await api.apply('deal.created', { deal: { id: 'theirs', name: 'Theirs', stage: 'new' } }, 'org_two')
  await api.storeSignal({ id: 'deleted' })
  await api.apply('signal.deleted', { signalId: 'deleted' })
  await api.apply('deal.created', { deal: { id: 'deleted', name: 'Deleted', stage: 'new' } })
  await api.apply('deal.deleted', { dealId: 'deleted' })
})

afterAll(() => api.stop())

beforeEach(() => {
  nowMs += minuteMs
})

const memberOf = (apiKey: string): string => `usr_${apiKey.split('_')[1]}`
const patch = (path: string, body: unknown, by = key): Promise<Answer> =>
  sendBody('PATCH', `${api.url}${path}`, { key: by, body })

/** Returns a new id, so that each test has its own record. */
function newId(): string {
  made += 1
  return `rec_${made}`
}

/** The pending changes of a record. No worker runs here that would evaluate them. */
async function changesOf(recordId: string) {
  return api.database
    .selectFrom('pending_changes')
    .select(['record', 'change'])
    .where('org_id', '=', 'org_one')
    .where('record_id', '=', recordId)
    .orderBy('pending_change_id')
    .execute()
}

/** Of an event that the API wrote. */
const keyOfApi = { eventId: expect.stringMatching(/^api_/), sourceId: '' }

async function eventsOf(signalId: string) {
  return api.database
    .selectFrom('signal_events')
    .select(['register', 'from_value', 'to_value', 'at', 'event_id', 'source_id'])
    .where('org_id', '=', 'org_one')
    .where('signal_id', '=', signalId)
    .orderBy('signal_event_id')
    .execute()
}

async function stateOf(table: 'signal_registers' | 'deals', id: string): Promise<unknown> {
  const [row] = await api.database
    .selectFrom(table)
    .select('state')
    .where(table === 'deals' ? 'deal_id' : 'signal_id', '=', id)
    .execute()
  return row?.state
}

describe('PATCH /v1/results/{id}/assign', () => {
  const assign = (id: string, userId: unknown, by = key): Promise<Answer> =>
    patch(`/v1/results/${id}/assign`, { userId }, by)

  async function newSignal(): Promise<string> {
    const id = newId()
    await api.storeSignal({ id })
    return id
  }

  test('assigns as the member of the key, now, as an event of our own', async () => {
    const id = await newSignal()
    const answer = await assign(id, 'usr_ada')
    expect(answer.status).toBe(200)
    const assignedTo = { userId: 'usr_ada', at: instantOf(nowMs), by: memberOf(key) }
    expect(answer.body).toMatchObject({ id, assignedTo })
    expect((await ask(`${api.url}/v1/results/${id}`, { key })).body).toEqual(answer.body)
    expect(await eventsOf(id)).toEqual([
      {
        register: 'assignedTo',
        from_value: null,
        to_value: assignedTo,
        at: new Date(nowMs),
        event_id: expect.stringMatching(/^api_[0-9a-z]{26}$/),
        source_id: '',
      },
    ])
  })

  test('shows in the account of the signal', async () => {
    const [id, accountKey] = [newId(), `d:${newId()}.example`]
    await api.storeSignal({ id, accountKey })
    const accountsOf = async (user: string): Promise<unknown> =>
      (await ask(`${api.url}/v1/accounts?assignedTo=${user}`, { key })).body
    await assign(id, 'usr_account')
    const account = expect.objectContaining({ accountKey, assignedTo: ['usr_account'] })
    expect(await accountsOf('usr_account')).toMatchObject({ items: [account] })
    await assign(id, 'usr_other')
    expect(await accountsOf('usr_account')).toMatchObject({ items: [] })
  })

  test('unassigns with null', async () => {
    const id = await newSignal()
    await assign(id, 'usr_ada')
    const answer = await assign(id, null)
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('assignedTo')
  })

  test('records nothing where nothing changes', async () => {
    const id = await newSignal()
    await assign(id, null)
    expect(await stateOf('signal_registers', id)).toBeUndefined()
    const first = await assign(id, 'usr_ada')
    const [before, changes] = [await stateOf('signal_registers', id), await eventsOf(id)]
    nowMs += 1
    const again = await assign(id, 'usr_ada', await api.createKey({ scopes }))
    expect(again.text).toBe(first.text)
    expect(await stateOf('signal_registers', id)).toEqual(before)
    expect(await eventsOf(id)).toEqual(changes)
  })

  test('comes after whatever is stored, and no older event undoes it', async () => {
    const id = await newSignal()
    const assignedTo = { userId: 'usr_later', at: instantOf(nowMs), by: 'usr_x' }
    nowMs += 60 * minuteMs
    await api.apply('signal.assigned', { signalId: id, assignedTo })
    nowMs -= 60 * minuteMs
    const answer = await assign(id, 'usr_ada')
    expect(answer.body).toMatchObject({ assignedTo: { userId: 'usr_ada' } })
    nowMs += 30 * minuteMs
    await api.apply('signal.assigned', { signalId: id, assignedTo })
    nowMs -= 30 * minuteMs
    expect((await ask(`${api.url}/v1/results/${id}`, { key })).body).toEqual(answer.body)
  })

  test('is in its answer also when ten assign at once', async () => {
    const id = await newSignal()
    const users = Array.from({ length: 10 }, (_, index) => `usr_${index}`)
    const answers = await Promise.all(users.map((user) => assign(id, user)))
    expect(answers.map(({ body }) => body)).toEqual(
      users.map((userId) => expect.objectContaining({ assignedTo: expect.objectContaining({ userId }) })),
    )
    const { body } = await ask(`${api.url}/v1/results/${id}`, { key })
    expect(answers.map((answer) => answer.text)).toContain(JSON.stringify(body))
  })

  test('answers a missing, a foreign and a deleted signal with the same bytes', async () => {
    const answers = await Promise.all(['missing', 'theirs', 'deleted'].map((id) => assign(id, 'usr_ada')))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.text).toBe(answers[0]?.text)
    }
    expect((await assign('theirs', 'usr_ada', theirKey)).status).toBe(200)
  })

  test.each([[{}], [{ userId: 1 }], [{ userId: '' }], [{ userId: 'a b' }], [{ userId: 'x'.repeat(201) }]])(
    'refuses %j',
    async (body) => {
      const answer = await patch(`/v1/results/${await newSignal()}/assign`, body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'userId' }] })
    },
  )
})

describe('PATCH /v1/pipeline/{id}', () => {
  async function newDeal(members: Record<string, unknown> = {}): Promise<string> {
    const id = newId()
    await api.apply('deal.created', { deal: { id, name: 'A deal', stage: 'new', ...members } })
    return id
  }

  test('changes what is given and leaves the rest', async () => {
    const id = await newDeal({ ownerId: 'usr_ada', externalId: 'x', createdAt: '2026-01-01T00:00:00.000Z' })
    const value = { amount: -1, currency: 'EUR' }
    const answer = await patch(`/v1/pipeline/${id}`, { stage: 'won', value })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id,
      orgId: 'org_one',
      name: 'A deal',
      stage: 'won',
      open: false,
      value,
      accountKey: null,
      signalId: null,
      ownerId: 'usr_ada',
      externalId: 'x',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: expect.any(String),
    })
    expect((await changesOf(id)).at(-1)).toEqual({ record: 'deal', change: 'updated' })
    expect(await stateOf('deals', id)).toMatchObject({ last: { key: keyOfApi } })
    expect((await patch(`/v1/pipeline/${id}`, { ownerId: 'usr_bob' })).body).toMatchObject({
      ownerId: 'usr_bob',
      stage: 'won',
      value,
    })
  })

  test('takes any stage to any other', async () => {
    const id = await newDeal()
    for (const stage of ['won', 'new', 'lost', 'proposal', 'contacted', 'qualified']) {
      const { body } = await patch(`/v1/pipeline/${id}`, { stage })
      expect(body).toMatchObject({ stage, open: stage !== 'won' && stage !== 'lost' })
    }
  })

  test('records nothing where nothing changes', async () => {
    const id = await newDeal()
    const body = { stage: 'qualified', value: { amount: 5, currency: 'USD' }, ownerId: 'usr_ada' }
    const first = await patch(`/v1/pipeline/${id}`, body)
    const [before, changes] = [await stateOf('deals', id), await changesOf(id)]
    nowMs += 1
    expect((await patch(`/v1/pipeline/${id}`, body)).text).toBe(first.text)
    expect(await stateOf('deals', id)).toEqual(before)
    expect(await changesOf(id)).toEqual(changes)
  })

  test('clears the value and the owner with null, each alone and both at once', async () => {
    const value = { amount: 5, currency: 'USD' }
    const id = await newDeal({ value, ownerId: 'usr_ada' })
    const cleared = await patch(`/v1/pipeline/${id}`, { value: null })
    expect(cleared.status, cleared.text).toBe(200)
    expect(cleared.body).toMatchObject({ value: null, ownerId: 'usr_ada', stage: 'new' })
    expect((await patch(`/v1/pipeline/${id}`, { value, ownerId: null })).body).toMatchObject({
      value,
      ownerId: null,
    })
    await patch(`/v1/pipeline/${id}`, { ownerId: 'usr_bob' })
    const both = await patch(`/v1/pipeline/${id}`, { stage: 'won', value: null, ownerId: null })
    expect(both.body).toMatchObject({ stage: 'won', value: null, ownerId: null })
    const again = await patch(`/v1/pipeline/${id}`, { value: null, ownerId: null })
    expect(again.text).toBe(both.text)
    expect(await changesOf(id)).toHaveLength(5)
  })

  test('keeps a cleared value cleared for readers, exports and outgoing events', async () => {
    const id = await newDeal({ value: { amount: 5, currency: 'USD' }, ownerId: 'usr_ada' })
    const { body } = await patch(`/v1/pipeline/${id}`, { value: null, ownerId: null })
    const { items } = (await ask(`${api.url}/v1/pipeline?limit=100`, { key })).body as { items: unknown[] }
    expect(items).toContainEqual(body)
    const csv = (await ask(`${api.url}/v1/exports/pipeline.csv`, { key })).text
    expect(csv).toMatch(new RegExp(`^${id},A deal,,,new,,,,`, 'm'))
    const pending = await api.database
      .selectFrom('pending_changes')
      .select(['change', 'document'])
      .where('record_id', '=', id)
      .orderBy('pending_change_id')
      .execute()
    expect(pending.at(-1)).toEqual({ change: 'updated', document: body })
  })

  test('comes after whatever is stored', async () => {
    const id = newId()
    nowMs += 60 * minuteMs
    await api.apply('deal.created', { deal: { id, name: 'From the future', stage: 'new' } })
    nowMs -= 60 * minuteMs
    expect((await patch(`/v1/pipeline/${id}`, { stage: 'lost' })).body).toMatchObject({ stage: 'lost' })
    await api.apply('deal.updated', { deal: { id, name: 'Older', stage: 'new' } })
    expect((await patch(`/v1/pipeline/${id}`, { stage: 'lost' })).body).toMatchObject({
      stage: 'lost',
      name: 'From the future',
    })
  })

  test.each<[unknown, string]>([
    [{}, ''],
    [{ stage: null }, 'stage'],
    [{ stage: null, value: null, ownerId: null }, 'stage'],
    [{ stage: 'open' }, 'stage'],
    [{ stage: 'won', name: 'x' }, 'name'],
    [{ ownerId: 'a b' }, 'ownerId'],
    [{ value: { amount: 1 } }, 'value.currency'],
    [{ value: { amount: 1.5, currency: 'EUR' } }, 'value.amount'],
    [{ value: { amount: '1', currency: 'EUR' } }, 'value.amount'],
    [{ value: { amount: 9_007_199_254_740_992, currency: 'EUR' } }, 'value.amount'],
    [{ value: { amount: 1, currency: 'eur' } }, 'value.currency'],
    [{ value: { amount: 1, currency: 'EURO' } }, 'value.currency'],
    [{ value: { amount: 1, currency: 'EUR', more: 1 } }, 'value.more'],
  ])('refuses %j', async (body, path) => {
    const answer = await patch(`/v1/pipeline/${await newDeal()}`, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
  })

  test('takes the largest and the smallest amount', async () => {
    const id = await newDeal()
    for (const amount of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]) {
      const { body } = await patch(`/v1/pipeline/${id}`, { value: { amount, currency: 'EUR' } })
      expect(body).toMatchObject({ value: { amount } })
    }
  })

  test('answers a missing, a foreign and a deleted deal with the same bytes', async () => {
    const paths = ['missing', 'theirs', 'deleted'].map((id) => `/v1/pipeline/${id}`)
    const answers = await Promise.all(paths.map((path) => patch(path, { stage: 'won' })))
    for (const answer of answers) {
      expect(answer.status).toBe(404)
      expect(answer.text).toBe(answers[0]?.text)
    }
    expect((await patch('/v1/pipeline/theirs', { stage: 'won' }, theirKey)).status).toBe(200)
  })
})

describe('POST /v1/pipeline/bulk', () => {
  type Result = { index: number; status: string; deal?: Record<string, unknown> | null; error?: unknown }

  async function add(deals: unknown[], by = key): Promise<Result[]> {
    const answer = await sendBody('POST', `${api.url}/v1/pipeline/bulk`, { key: by, body: { deals } })
    expect(answer.status, answer.text).toBe(200)
    return (answer.body as { results: Result[] }).results // the cast: the answer was checked against its schema
  }

  test('creates deals with what is given and reports each in its place', async () => {
    const id = newId()
    await api.storeSignal({ id })
    const full = {
      name: 'Full',
      stage: 'proposal',
      value: { amount: 100, currency: 'EUR' },
      accountKey: 'd:nowhere.example',
      signalId: id,
      ownerId: 'usr_ada',
      externalId: newId(),
    }
    const empty = {
      stage: null,
      value: null,
      accountKey: null,
      signalId: null,
      ownerId: null,
      externalId: null,
    }
    const results = await add([full, { name: 'Bare', ...empty }])
    const made = {
      id: expect.stringMatching(/^deal_[0-9a-z]{26}$/),
      orgId: 'org_one',
      open: true,
      createdAt: instantOf(nowMs),
      updatedAt: instantOf(nowMs),
    }
    expect(results).toEqual([
      { index: 0, status: 'created', deal: { ...made, ...full } },
      { index: 1, status: 'created', deal: { ...made, ...empty, name: 'Bare', stage: 'new' } },
    ])
    const dealId = String(results[0]?.deal?.id)
    expect(await changesOf(dealId)).toEqual([{ record: 'deal', change: 'created' }])
    expect(await stateOf('deals', dealId)).toMatchObject({ last: { key: keyOfApi } })
  })

  test('takes 1 to 100 deals', async () => {
    const deals = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `n${index}` }))
    const results = await add(deals(100))
    expect(results.map(({ index, deal }) => [index, deal?.name])).toEqual(
      deals(100).map(({ name }, index) => [index, name]),
    )
    for (const count of [0, 101]) {
      const answer = await sendBody('POST', `${api.url}/v1/pipeline/bulk`, {
        key,
        body: { deals: deals(count) },
      })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ detail: [{ path: 'deals' }] })
    }
  })

  test('makes one deal of an external id, in one request and ever after', async () => {
    const externalId = newId()
    const [first, second] = await add([
      { name: 'First', externalId },
      { name: 'Second', externalId, stage: 'won' },
    ])
    expect(first).toMatchObject({ status: 'created', deal: { name: 'First' } })
    expect(second).toEqual({ index: 1, status: 'exists', deal: first?.deal })
    nowMs += minuteMs
    const dealId = String(first?.deal?.id)
    const patched = await patch(`/v1/pipeline/${dealId}`, { stage: 'qualified' })
    expect(await add([{ name: 'Third', externalId }])).toEqual([
      { index: 0, status: 'exists', deal: patched.body },
    ])
    nowMs += minuteMs
    await api.apply('deal.deleted', { dealId })
    const changes = await changesOf(dealId)
    expect(await add([{ name: 'Fourth', externalId }])).toEqual([{ index: 0, status: 'exists', deal: null }])
    expect(await changesOf(dealId)).toEqual(changes)
  })

  test('leaves external ids to no event', async () => {
    const externalId = newId()
    await api.apply('deal.created', { deal: { id: newId(), name: 'By event', stage: 'new', externalId } })
    const [made] = await add([{ name: 'By request', externalId }])
    expect(made).toMatchObject({ status: 'created' })
    nowMs += minuteMs
    await api.apply('deal.updated', {
      deal: { id: made?.deal?.id, name: 'Changed', stage: 'new', externalId: 'another' },
    })
    const [again] = await add([{ name: 'Again', externalId }])
    expect(again).toMatchObject({ status: 'exists', deal: { name: 'Changed', externalId: 'another' } })
  })

  test('leaves each workspace its own external ids', async () => {
    const externalId = newId()
    const [ours] = await add([{ name: 'Ours', externalId }])
    const [theirs] = await add([{ name: 'Theirs', externalId }], theirKey)
    expect(theirs).toMatchObject({ status: 'created', deal: { orgId: 'org_two' } })
    expect(theirs?.deal?.id).not.toBe(ours?.deal?.id)
  })

  test('reports a missing, a foreign and a deleted signal alike, and commits the others', async () => {
    const externalId = newId()
    const results = await add([
      { name: 'a', signalId: 'missing', externalId },
      { name: 'b', signalId: 'theirs' },
      { name: 'c', signalId: 'deleted' },
      { name: 'd' },
      { name: 'e', externalId },
      { name: 'f', signalId: 'missing', externalId },
    ])
    const error = { message: 'There is no such signal.', code: 'not_found' }
    const none = { status: 'error', error }
    expect(results.map(({ index: _index, ...result }) => result)).toEqual([
      none,
      none,
      none,
      { status: 'created', deal: expect.objectContaining({ name: 'd' }) },
      { status: 'created', deal: expect.objectContaining({ name: 'e' }) },
      { status: 'exists', deal: expect.objectContaining({ name: 'e' }) },
    ])
  })

  test('makes one deal of each external id when many requests name them at once', async () => {
    const ids = Array.from({ length: 20 }, newId)
    const requests = Array.from({ length: 10 }, (_, turn) =>
      add(
        [...ids.slice(turn), ...ids.slice(0, turn)].map((externalId) => ({ name: `by ${turn}`, externalId })),
      ),
    )
    const results = (await Promise.all(requests)).flat()
    expect(results.filter(({ status }) => status === 'created')).toHaveLength(ids.length)
    const dealsOf = Map.groupBy(results, ({ deal }) => deal?.externalId)
    for (const externalId of ids) {
      expect(new Set(dealsOf.get(externalId)?.map(({ deal }) => deal?.id)).size).toBe(1)
    }
  })

  test.each<[unknown, string]>([
    [{ name: ' ' }, 'deals.1.name'],
    [{ name: 'x'.repeat(201) }, 'deals.1.name'],
    [{ name: '👍'.repeat(201) }, 'deals.1.name'],
    [{ name: 'a', stage: 'open' }, 'deals.1.stage'],
    [{ name: 'a', accountKey: 'example.com' }, 'deals.1.accountKey'],
    [{ name: 'a', accountKey: `d:${'x'.repeat(299)}` }, 'deals.1.accountKey'],
    [{ name: 'a', externalId: '' }, 'deals.1.externalId'],
    [{ name: 'a', externalId: 'x'.repeat(201) }, 'deals.1.externalId'],
    [{ name: 'a', signalId: 'a b' }, 'deals.1.signalId'],
    [{ name: 'a', id: 'mine' }, 'deals.1.id'],
    ['a', 'deals.1'],
  ])('refuses all for %j', async (deal, path) => {
    const externalId = newId()
    const body = { deals: [{ name: 'good', externalId }, deal] }
    const answer = await sendBody('POST', `${api.url}/v1/pipeline/bulk`, { key, body })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path }] })
    expect(await add([{ name: 'good', externalId }])).toMatchObject([{ status: 'created' }])
  })

  test('takes texts of the greatest length', async () => {
    const id = newId()
    const externalId = `${id}${'👍'.repeat(200 - id.length)}`
    const accountKey = `d:${'ä'.repeat(298)}`
    const [result] = await add([{ name: '👍'.repeat(200), externalId, accountKey }])
    expect(result).toMatchObject({ status: 'created', deal: { externalId, accountKey } })
  })

  test('adds once however often it is sent with one Idempotency-Key', async () => {
    const body = { deals: [{ name: 'Once' }] }
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        sendBody('POST', `${api.url}/v1/pipeline/bulk`, { key, body, headers }),
      ),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status, answers[0]?.text).toBe(200)
    expect(answers.filter((answer) => answer.headers.has('idempotency-replayed'))).toHaveLength(4)
  })
})
