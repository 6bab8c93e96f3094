import { randomBytes } from 'node:crypto'
import { commandLineCaller, performAct } from '@signalpost/administration'
import { keyOperations } from '@signalpost/administration/key'
import { createSecretBox } from '@signalpost/database'
import { defaultCell, scopes } from '@signalpost/domain'
import { findFreePort } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { type RawBuilder, sql } from 'kysely'
import supertest from 'supertest'
import { afterAll, beforeEach, describe, expect } from 'vitest'
import { addPerson, connect, registerClient } from '../test-support/assistant-client.ts'
import { startTestApi, type TestApi } from '../test-support/start-test-api.ts'

const masterKey = randomBytes(32)
let passedMs = 0
let api: TestApi
let second: { url: string; stop: () => Promise<void> }
let clientId: string

test.beforeAll(async ({ testDatabase }) => {
  const port = await findFreePort()
  api = await startTestApi({
    databaseUrl: testDatabase.url,
    nowMs: () => Date.now() + passedMs,
    config: { port, consolePort: 4400, masterKeys: [masterKey] },
  })
  second = await api.startAnother({ port: await findFreePort(), publicUrl: api.url })
  clientId = await registerClient(api.url)
})

beforeEach(async () => {
  passedMs = 0
  await sql`delete from rate_windows`.execute(api.database)
})

afterAll(async () => {
  await second.stop()
  await api.stop()
})

type Connected = { token: string; refresh: string; assistantId: string; personId: string }

async function connectOne(): Promise<Connected> {
  const personId = await addPerson(api.database, 'member')
  const granted = await connect(api, { personId, clientId, scopes: [...scopes] })
  const { access_token: token = '', refresh_token: refresh = '', assistantId } = granted
  return { token, refresh, assistantId, personId }
}

const post = (at: string, path: string) => supertest(at).post(path).set('host', new URL(api.url).host)

/** Calls a tool at one of the processes, as a proxy in front of both would have it. */
async function call(
  at: string,
  { token }: Connected,
  name = 'whoami',
): Promise<{ status: number; text: string }> {
  const { status, text } = await post(at, '/mcp')
    .set('authorization', `Bearer ${token}`)
    .set('accept', 'application/json, text/event-stream')
    .send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } })
  return { status, text }
}

const both = () => [api.url, second.url]

function refresh(at: string, { refresh: token }: Connected) {
  return post(at, '/oauth/token')
    .type('form')
    .send({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
}

const run = (statement: RawBuilder<unknown>) => statement.execute(api.database)
const refused = { status: 401, text: expect.stringContaining('A valid access token is needed.') }
const toRead = (why: string) => ({
  status: 200,
  text: expect.stringMatching(new RegExp(`${why}.*"isError":true`)),
})

describe('holds in both processes within 5 s', () => {
  test.for<[string, (one: Connected) => Promise<unknown>, { status: number; text: unknown }, string?]>([
    [
      'that an admin ended an assistant',
      ({ assistantId }) =>
        run(
          sql`update assistants set ended_at = now(), end_reason = 'admin' where assistant_id = ${assistantId}`,
        ),
      refused,
    ],
    [
      'that the client gave its token back',
      (one) =>
        post(second.url, '/oauth/revoke').type('form').send({ client_id: clientId, token: one.refresh }),
      refused,
    ],
    [
      'that a refresh token was used after its window, at the other process',
      async (one) => {
        await refresh(api.url, one)
        await run(sql`update oauth_artifacts set consumed_at = consumed_at - interval '601 seconds'`)
        expect(await refresh(second.url, one)).toMatchObject({
          status: 400,
          body: { error: 'invalid_grant' },
        })
      },
      refused,
    ],
    [
      'that the membership ended',
      ({ personId }) => run(sql`delete from memberships where person_id = ${personId}`),
      refused,
    ],
    [
      'that the person was disabled',
      ({ personId }) => run(sql`update people set disabled_at = now() where person_id = ${personId}`),
      refused,
    ],
    [
      'that the person was demoted',
      ({ personId }) => run(sql`update memberships set role = 'viewer' where person_id = ${personId}`),
      toRead('The role viewer may not do this'),
      'write_note',
    ],
    [
      'a policy that lets assistants read alone',
      () => run(sql`update workspaces set assistant_policy = 'read'`),
      toRead('does not let assistants write'),
      'write_note',
    ],
    [
      'a policy without assistants',
      () => run(sql`update workspaces set assistant_policy = 'off'`),
      { status: 403, text: expect.stringContaining('does not allow assistants') },
    ],
  ])('%s', async ([, change, expected, tool]) => {
    const one = await connectOne()
    // Each process now believes what it read.
    for (const at of both()) expect(await call(at, one)).toMatchObject({ status: 200 })
    await change(one)
    passedMs += 5_000
    const answers = await Promise.all(both().map((at) => call(at, one, tool)))
    await run(sql`update workspaces set assistant_policy = 'confirm'`)
    expect(answers).toEqual([expected, expected])
  })
})

test('a master key that is rotated keeps assistants connected', async () => {
  const one = await connectOne()
  const newest = randomBytes(32)
  const services = { database: api.database, cell: defaultCell, nowMs: Date.now }
  const [, , , rotateMasterKeyAct] = keyOperations
  await performAct(
    { ...services, secretBox: createSecretBox(newest, masterKey) },
    { caller: commandLineCaller('root'), act: rotateMasterKeyAct, input: {} },
  )
  const rotated = await api.startAnother({ port: 0, publicUrl: api.url, masterKeys: [newest] })
  expect(await call(rotated.url, one)).toMatchObject({ status: 200 })
  expect(await refresh(rotated.url, one)).toMatchObject({ status: 200 })
  await rotated.stop()
})
