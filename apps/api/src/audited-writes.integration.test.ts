import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { routes } from './routes/routes.ts'
import { fillWorkspaces } from './test-support/fill-workspaces.ts'
import { routeCases } from './test-support/route-cases.ts'
import { sendBody } from './test-support/send-body.ts'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

let api: TestApi
let key: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url })
  key = await api.createKey({ scopes, memberId: 'usr_ada' })
  await api.storeSignal({ id: 'sig_1' })
})

afterAll(async () => {
  await api.stop()
})

const send = (method: 'POST' | 'PATCH', path: string, body: unknown, headers: Record<string, string> = {}) =>
  sendBody(method, `${api.url}${path}`, { key, body, headers })

type Row = { act: string; actor: string; target: string; before: unknown; after: unknown; request_id: string }

/** The rows that `work` leaves in the audit log. */
async function rowsOf(work: () => Promise<unknown>): Promise<Row[]> {
  const read = async () => {
    const { rows } = await sql<Row>`
      select act, actor_kind || ' ' || actor_id as actor, target_type || ' ' || target_id as target, before, after,
        request_id
      from audit_log order by audit_id`.execute(api.database)
    return rows
  }
  const before = await read()
  await work()
  return (await read()).slice(before.length)
}

test('every write leaves one row of its key, by the name of its act', async () => {
  const { ours } = await fillWorkspaces(api)
  const actor = `key ${key.split('_')[1]}`
  for (const { operationId, method, path, act } of routes.filter((route) => route.method !== 'get')) {
    const { id = '', body } = routeCases[operationId]?.request(ours) ?? {}
    const verb = method === 'patch' ? 'PATCH' : 'POST'
    const rows = await rowsOf(() => send(verb, path.replace(/\{\w+\}/, encodeURIComponent(id)), body))
    expect([operationId, rows]).toEqual([operationId, [expect.objectContaining({ act, actor })]])
  }
})

test('an assignment leaves one row of its key, and none where it changes nothing or is refused', async () => {
  const assign = (id = 'sig_1') =>
    send('PATCH', `/v1/results/${id}/assign`, { userId: 'usr_bob' }, { 'x-request-id': 'req-7' })
  expect(await rowsOf(() => assign())).toEqual([
    {
      ...{ act: 'signal.assign', actor: `key ${key.split('_')[1]}`, target: 'signal sig_1' },
      ...{ before: { assignedTo: null }, after: { assignedTo: 'usr_bob' }, request_id: 'req-7' },
    },
  ])
  expect(await rowsOf(() => assign())).toEqual([])
  expect(await rowsOf(() => assign('missing'))).toEqual([])
})

test('a replay under an Idempotency-Key leaves no second row', async () => {
  const write = () => send('POST', '/v1/collections', { name: 'Calls' }, { 'idempotency-key': 'once' })
  expect(await rowsOf(write)).toMatchObject([{ act: 'collection.create', after: { name: 'Calls' } }])
  expect(await rowsOf(write)).toEqual([])
})

test('each deal that a bulk request creates leaves its own row', async () => {
  const deals = [
    { name: 'One', externalId: 'ext_1' },
    { name: 'Two', signalId: 'missing' },
    { name: 'Three' },
    { name: 'One again', externalId: 'ext_1' },
  ]
  const rows = await rowsOf(() => send('POST', '/v1/pipeline/bulk', { deals }))
  expect(rows.map(({ act, after }) => [act, after])).toEqual([
    ['deal.create', expect.objectContaining({ name: 'One' })],
    ['deal.create', expect.objectContaining({ name: 'Three' })],
  ])
  const id = rows[0]?.target.split(' ')[1]
  expect(await rowsOf(() => send('PATCH', `/v1/pipeline/${id}`, { stage: 'won' }))).toMatchObject([
    { act: 'deal.update', before: { stage: 'new' }, after: { stage: 'won' } },
  ])
})

test('a note leaves a row without its text', async () => {
  const note = { target: { type: 'signal', id: 'sig_1' }, body: 'Ann decides on Thursday' }
  const rows = await rowsOf(() => send('POST', '/v1/notes', note))
  expect(rows).toMatchObject([{ act: 'note.create', before: null, after: { target: note.target } }])
  expect(JSON.stringify(rows)).not.toContain('Thursday')
})
