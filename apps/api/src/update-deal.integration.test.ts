import { expect, test } from 'vitest'
import { ask } from './test-support/check-answer.ts'
import { keyOfApi, minuteMs, stageWrites } from './test-support/stage-writes.ts'

const stage = stageWrites()
const { patch, newId, changesOf, stateOf } = stage

async function newDeal(members: Record<string, unknown> = {}): Promise<string> {
  const id = newId()
  await stage.api.apply('deal.created', { deal: { id, name: 'A deal', stage: 'new', ...members } })
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
  stage.nowMs += 1
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
  const { items } = (await ask(`${stage.api.url}/v1/pipeline?limit=100`, { key: stage.key })).body as {
    items: unknown[]
  }
  expect(items).toContainEqual(body)
  const csv = (await ask(`${stage.api.url}/v1/exports/pipeline.csv`, { key: stage.key })).text
  expect(csv).toMatch(new RegExp(`^${id},A deal,,,new,,,,`, 'm'))
  const pending = await stage.api.database
    .selectFrom('pending_changes')
    .select(['change', 'document'])
    .where('record_id', '=', id)
    .orderBy('pending_change_id')
    .execute()
  expect(pending.at(-1)).toEqual({ change: 'updated', document: body })
})

test('comes after whatever is stored', async () => {
  const id = newId()
  stage.nowMs += 60 * minuteMs
  await stage.api.apply('deal.created', { deal: { id, name: 'From the future', stage: 'new' } })
  stage.nowMs -= 60 * minuteMs
  expect((await patch(`/v1/pipeline/${id}`, { stage: 'lost' })).body).toMatchObject({ stage: 'lost' })
  await stage.api.apply('deal.updated', { deal: { id, name: 'Older', stage: 'new' } })
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
  expect((await patch('/v1/pipeline/theirs', { stage: 'won' }, stage.theirKey)).status).toBe(200)
})
