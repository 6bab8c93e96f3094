import { eraseMessages } from '@signalpost/database/dispatches'
import { deleteSignal } from '@signalpost/database/records'
import { instantOf, scopes } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { type Answer, ask, untilTaken } from './test-support/check-answer.ts'
import { minuteMs, stageWrites } from './test-support/stage-writes.ts'

const stage = stageWrites()
const { patch, newId, stateOf } = stage

const memberOf = (apiKey: string): string => `usr_${apiKey.split('_')[1]}`

async function eventsOf(signalId: string) {
  return stage.api.database
    .selectFrom('signal_events')
    .select(['register', 'from_value', 'to_value', 'at', 'event_id', 'source_id'])
    .where('org_id', '=', 'org_one')
    .where('signal_id', '=', signalId)
    .orderBy('signal_event_id')
    .execute()
}

const assign = (id: string, userId: unknown, by = stage.key): Promise<Answer> =>
  patch(`/v1/results/${id}/assign`, { userId }, by)

async function newSignal(): Promise<string> {
  const id = newId()
  await stage.api.storeSignal({ id })
  return id
}

test('assigns as the member of the key, now, as an event of our own', async () => {
  const id = await newSignal()
  const answer = await assign(id, 'usr_ada')
  expect(answer.status).toBe(200)
  const assignedTo = { userId: 'usr_ada', at: instantOf(stage.nowMs), by: memberOf(stage.key) }
  expect(answer.body).toMatchObject({ id, assignedTo })
  expect((await ask(`${stage.api.url}/v1/results/${id}`, { key: stage.key })).body).toEqual(answer.body)
  expect(await eventsOf(id)).toEqual([
    {
      register: 'assignedTo',
      from_value: null,
      to_value: assignedTo,
      at: new Date(stage.nowMs),
      event_id: expect.stringMatching(/^api_[0-9a-z]{26}$/),
      source_id: '',
    },
  ])
})

test('shows in the account of the signal', async () => {
  const [id, accountKey] = [newId(), `d:${newId()}.example`]
  await stage.api.storeSignal({ id, accountKey })
  const accountsOf = async (user: string): Promise<unknown> =>
    (await ask(`${stage.api.url}/v1/accounts?assignedTo=${user}`, { key: stage.key })).body
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
  stage.nowMs += 1
  const again = await assign(id, 'usr_ada', await stage.api.createKey({ scopes }))
  expect(again.text).toBe(first.text)
  expect(await stateOf('signal_registers', id)).toEqual(before)
  expect(await eventsOf(id)).toEqual(changes)
})

test('comes after whatever is stored, and no older event undoes it', async () => {
  const id = await newSignal()
  const assignedTo = { userId: 'usr_later', at: instantOf(stage.nowMs), by: 'usr_x' }
  stage.nowMs += 60 * minuteMs
  await stage.api.apply('signal.assigned', { signalId: id, assignedTo })
  stage.nowMs -= 60 * minuteMs
  const answer = await assign(id, 'usr_ada')
  expect(answer.body).toMatchObject({ assignedTo: { userId: 'usr_ada' } })
  stage.nowMs += 30 * minuteMs
  await stage.api.apply('signal.assigned', { signalId: id, assignedTo })
  stage.nowMs -= 30 * minuteMs
  expect((await ask(`${stage.api.url}/v1/results/${id}`, { key: stage.key })).body).toEqual(answer.body)
})

test('is in its answer also when ten assign at once', async () => {
  const id = await newSignal()
  const users = Array.from({ length: 10 }, (_, index) => `usr_${index}`)
  const answers = await Promise.all(users.map((user) => untilTaken(() => assign(id, user))))
  expect(answers.map(({ body }) => body)).toEqual(
    users.map((userId) => expect.objectContaining({ assignedTo: expect.objectContaining({ userId }) })),
  )
  const { body } = await ask(`${stage.api.url}/v1/results/${id}`, { key: stage.key })
  expect(answers.map((answer) => answer.text)).toContain(JSON.stringify(body))
})

test('answers a missing, a foreign and a deleted signal with the same bytes', async () => {
  const answers = await Promise.all(['missing', 'theirs', 'deleted'].map((id) => assign(id, 'usr_ada')))
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(answer.text).toBe(answers[0]?.text)
  }
  expect((await assign('theirs', 'usr_ada', stage.theirKey)).status).toBe(200)
})

test.each([[{}], [{ userId: 1 }], [{ userId: '' }], [{ userId: 'a b' }], [{ userId: 'x'.repeat(201) }]])(
  'refuses %j',
  async (body) => {
    const answer = await patch(`/v1/results/${await newSignal()}/assign`, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: [{ path: 'userId' }] })
  },
)

test('a remembered answer goes with the text of its signal', async () => {
  const [id, other] = [`${newId()}/%_`, await newSignal()]
  await stage.api.storeSignal({ id })
  const once = (signalId: string) =>
    ask(`${stage.api.url}/v1/results/${encodeURIComponent(signalId)}/assign`, {
      ...{ method: 'PATCH', key: stage.key, body: '{"userId":"usr_once"}' },
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
    })
  for (const signalId of [id, other]) expect((await once(signalId)).status).toBe(200)
  const deleted = { orgId: 'org_one', signalId: id, nowMs: stage.nowMs }
  await stage.api.database.transaction().execute((transaction) => deleteSignal(transaction, deleted))
  await eraseMessages(stage.api.database, { ...deleted, signalIds: [id] })
  expect([(await once(id)).status, (await once(other)).status]).toEqual([404, 200])
})
