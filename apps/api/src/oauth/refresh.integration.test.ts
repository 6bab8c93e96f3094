import { createAssistantFinder } from '@signalpost/authorization/oauth'
import { findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import supertest from 'supertest'
import { afterAll, expect } from 'vitest'
import {
  addPerson,
  askToken,
  connect,
  registerClient,
  type Tokens,
} from '../test-support/assistant-client.ts'
import { untilTaken } from '../test-support/check-answer.ts'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

let api: TestApi
let second: { url: string; stop: () => Promise<void> }
let clientId: string
let personId: string

test.beforeAll(async ({ testDatabase }) => {
  const config = { port: await findFreePort(), consolePort: 4400 }
  api = await startTestApi({ databaseUrl: testDatabase.url, config })
  second = await api.startAnother({ port: await findFreePort(), publicUrl: api.url })
  personId = await addPerson(api.database, 'member')
  clientId = await registerClient(api.url)
})

test.beforeEach(async () => {
  await sql`delete from rate_windows`.execute(api.database)
})

afterAll(async () => {
  await second.stop()
  await api.stop()
})

const connected = async () => {
  const { refresh_token: token = '', ...tokens } = await connect(api, { personId, clientId })
  return { ...tokens, token }
}

/** At one process or the other, as a proxy in front of both would have it. */
async function refresh(token: string | undefined, { at = api.url } = {}): Promise<Tokens> {
  const { status, body } = await untilTaken(async () =>
    supertest(at)
      .post('/oauth/token')
      .set('host', new URL(api.url).host)
      .type('form')
      .send({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token }),
  )
  return { ...body, status }
}

const moveBack = (seconds: number) =>
  sql`update oauth_artifacts set consumed_at = consumed_at - make_interval(secs => ${seconds})`.execute(
    api.database,
  )

const endOf = async (assistantId: string) => {
  const { rows } = await sql<{ reason: string | null }>`
    select end_reason as reason from assistants where assistant_id = ${assistantId}`.execute(api.database)
  return rows[0]?.reason
}

const find = (token: string | undefined) =>
  createAssistantFinder({
    ...{ addresses: { apiUrl: api.url }, database: api.database, pool: api.pool, nowMs: Date.now },
  })(token ?? '')

test('processes of one client that share a refresh token all go on, in two processes of ours', async () => {
  const { token, assistantId } = await connected()
  const all = await Promise.all([
    refresh(token),
    refresh(token, { at: second.url }),
    refresh(token),
    refresh(token, { at: second.url }),
    refresh(token),
  ])
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(all.map(({ refresh_token }) => refresh_token)).size).toBe(5)
  await moveBack(590)
  expect((await refresh(token)).status).toBe(200)
  expect(await endOf(assistantId)).toBeNull()
})

test('a refresh token has at most ten successors, whatever asks at once', async () => {
  const { token, assistantId } = await connected()
  const asked = Array.from({ length: 50 }, (_, nth) =>
    refresh(token, { at: nth % 2 === 0 ? api.url : second.url }),
  )
  const all = await Promise.all(asked)
  expect(all.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(new Set(all.filter(({ status }) => status !== 200).map(({ error }) => error))).toEqual(
    new Set(['invalid_grant']),
  )
  expect(await endOf(assistantId)).toBeNull()
})

test('a refresh token that is used after its window ends the assistant', async () => {
  const { token, assistantId } = await connected()
  const { refresh_token: next, access_token: access } = await refresh(token)
  expect(await find(access)).toMatchObject({ assistantId })
  await moveBack(601)
  expect(await refresh(token)).toMatchObject({ status: 400, error: 'invalid_grant' })
  expect(await endOf(assistantId)).toBe('reuse')
  expect(await find(access)).toBeUndefined()
  expect(await refresh(next)).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('tokens are counted as they are issued and refused, and so is one that was used again', async () => {
  const read = async () => {
    const text = await (await fetch(`${api.url}/metrics`)).text()
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')[1],
      )
    return {
      issued: value('signalpost_oauth_tokens_total{outcome="issued"}'),
      refused: value('signalpost_oauth_tokens_total{outcome="invalid_grant"}'),
      reuses: value('signalpost_oauth_token_reuses_total'),
    }
  }
  const before = await read()
  const { token } = await connected()
  await refresh(token)
  await moveBack(601)
  await refresh(token)
  await refresh('unknown')
  expect(await read()).toEqual({
    issued: before.issued + 2,
    refused: before.refused + 2,
    reuses: before.reuses + 1,
  })
})

test('a refresh is a matter of its client and of what was granted', async () => {
  const { token } = await connected()
  const ask = (changes: Record<string, string>) =>
    askToken(api.url, {
      ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token: token, ...changes },
    })
  const other = await registerClient(api.url)
  expect(await ask({ client_id: other })).toMatchObject({ error: 'invalid_grant' })
  expect(await ask({ scope: 'pipeline:write' })).toMatchObject({ error: 'invalid_scope' })
  expect(await ask({ resource: 'https://other.example/mcp' })).toMatchObject({ error: 'invalid_grant' })
})

test.for([
  ['whose person is disabled', sql`update people set disabled_at = now()`],
  ['whose person left', sql`delete from memberships`],
  ['whose time is up', sql`update assistants set ends_at = now() - interval '1 second'`],
  ['that was ended', sql`update assistants set ended_at = now(), end_reason = 'admin'`],
] as const)('an assistant %s gets no tokens, and its token opens nothing', async ([, change]) => {
  personId = await addPerson(api.database, 'member')
  const { token, access_token: access } = await connected()
  expect(await find(access)).toBeDefined()
  await change.execute(api.database)
  expect(await find(access)).toBeUndefined()
  expect(await refresh(token)).toMatchObject({ status: 400, error: 'invalid_grant' })
})

test('rights are those of this moment', async () => {
  personId = await addPerson(api.database, 'admin')
  const { access_token: access } = await connected()
  expect(await find(access)).toMatchObject({ role: 'admin', policy: 'confirm' })
  await sql`update memberships set role = 'viewer' where person_id = ${personId}`.execute(api.database)
  await sql`update workspaces set assistant_policy = 'read'`.execute(api.database)
  expect(await find(access)).toMatchObject({ role: 'viewer', policy: 'read' })
})
