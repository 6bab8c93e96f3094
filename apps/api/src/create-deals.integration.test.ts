import { instantOf } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { untilTaken } from './test-support/check-answer.ts'
import { sendBody } from './test-support/send-body.ts'
import { keyOfApi, minuteMs, stageWrites } from './test-support/stage-writes.ts'

const stage = stageWrites()
const { patch, newId, changesOf, stateOf } = stage

type Result = { index: number; status: string; deal?: Record<string, unknown> | null; error?: unknown }

async function add(deals: unknown[], by = stage.key): Promise<Result[]> {
  const send = () => sendBody('POST', `${stage.api.url}/v1/pipeline/bulk`, { key: by, body: { deals } })
  const answer = await untilTaken(send)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as { results: Result[] }).results // the cast: the answer was checked against its schema
}

test('creates deals with what is given and reports each in its place', async () => {
  const id = newId()
  await stage.api.storeSignal({ id })
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
    createdAt: instantOf(stage.nowMs),
    updatedAt: instantOf(stage.nowMs),
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
    const answer = await sendBody('POST', `${stage.api.url}/v1/pipeline/bulk`, {
      key: stage.key,
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
  stage.nowMs += minuteMs
  const dealId = String(first?.deal?.id)
  const patched = await patch(`/v1/pipeline/${dealId}`, { stage: 'qualified' })
  expect(await add([{ name: 'Third', externalId }])).toEqual([
    { index: 0, status: 'exists', deal: patched.body },
  ])
  stage.nowMs += minuteMs
  await stage.api.apply('deal.deleted', { dealId })
  const changes = await changesOf(dealId)
  expect(await add([{ name: 'Fourth', externalId }])).toEqual([{ index: 0, status: 'exists', deal: null }])
  expect(await changesOf(dealId)).toEqual(changes)
})

test('leaves external ids to no event', async () => {
  const externalId = newId()
  await stage.api.apply('deal.created', { deal: { id: newId(), name: 'By event', stage: 'new', externalId } })
  const [made] = await add([{ name: 'By request', externalId }])
  expect(made).toMatchObject({ status: 'created' })
  stage.nowMs += minuteMs
  await stage.api.apply('deal.updated', {
    deal: { id: made?.deal?.id, name: 'Changed', stage: 'new', externalId: 'another' },
  })
  const [again] = await add([{ name: 'Again', externalId }])
  expect(again).toMatchObject({ status: 'exists', deal: { name: 'Changed', externalId: 'another' } })
})

test('leaves each workspace its own external ids', async () => {
  const externalId = newId()
  const [ours] = await add([{ name: 'Ours', externalId }])
  const [theirs] = await add([{ name: 'Theirs', externalId }], stage.theirKey)
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
  const answer = await sendBody('POST', `${stage.api.url}/v1/pipeline/bulk`, { key: stage.key, body })
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
      sendBody('POST', `${stage.api.url}/v1/pipeline/bulk`, { key: stage.key, body, headers }),
    ),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status, answers[0]?.text).toBe(200)
  expect(answers.filter((answer) => answer.headers.has('idempotency-replayed'))).toHaveLength(4)
})
