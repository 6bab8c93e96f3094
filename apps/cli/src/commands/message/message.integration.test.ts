import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Record = { [name: string]: unknown }
type Items = { items: Record[]; nextCursor?: string }

const ours = ['--workspace', 'org_acme']
const theirs = ['--workspace', 'org_other']
let store: CliStore
let channelId: string

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  for (const orgId of ['org_acme', 'org_other']) {
    await json(['workspace', 'create', '--id', orgId, '--name', orgId])
  }
  const url = 'https://crm.example/hook'
  const made = await json(['channel', 'create', 'webhook', ...ours, '--name', 'CRM', '--url', url])
  channelId = String(made.channelId)
})

afterAll(() => store.close())

const json = <Document = Record>(args: string[]) => callForJson<Document>(store.call, args)

async function addMessage(name: string, status: string): Promise<void> {
  await store.pool.query(
    `with sent as (
       insert into messages (message_id, org_id, channel_id, kind, event, recipient, status, attempts, created_at, due_at,
                             settled_at, request)
       values ('msg_' || $2, 'org_acme', $1, 'event', jsonb_build_object('id', 'evt_' || $2, 'type', 'signal.read'), '', $3,
               1, now(), now(), now(), '{"method":"POST","url":"https://crm.example/hook","headers":{},"body":"{}"}')
       returning message_id
     )
     insert into attempts (message_id, number, at, outcome, http_status, answer)
     select message_id, 1, now(), 'sent', 200, 'thanks' from sent`,
    [channelId, name, status],
  )
}

test('message list, show and replay follow what a channel sent', async () => {
  await addMessage('a', 'sent')
  await addMessage('b', 'failed')
  const all = await json<Items>(['message', 'list', ...ours])
  expect(all.items.map(({ messageId }) => messageId)).toEqual(['msg_b', 'msg_a'])
  expect((await json<Items>(['message', 'list', ...ours, '--event', 'evt_a'])).items).toMatchObject([
    { messageId: 'msg_a', channelName: 'CRM', eventType: 'signal.read', status: 'sent', follows: null },
  ])
  expect((await json<Items>(['message', 'list', ...ours, '--channel', 'chn_none'])).items).toEqual([])
  expect((await json<Items>(['message', 'list', ...theirs])).items).toEqual([])

  expect(await json(['message', 'show', 'msg_b'])).toMatchObject({ follows: null, nextAt: null })
  await store.pool.query(
    "update messages set kind = 'follow_up', follows = 'msg_a' where message_id = 'msg_b'",
  )
  expect(await json(['message', 'show', 'msg_b'])).toMatchObject({ kind: 'follow_up', follows: 'msg_a' })
  expect((await store.call(['message', 'show', 'msg_b'])).stdout).toMatch(/follows\s+msg_a/)
  await store.pool.query("update messages set kind = 'event', follows = null where message_id = 'msg_b'")

  const page = await json<Items>(['message', 'list', ...ours, '--limit', '1'])
  const rest = ['message', 'list', ...ours, '--limit', '1', '--cursor', String(page.nextCursor)]
  expect((await json<Items>(rest)).items).toMatchObject([{ messageId: 'msg_a' }])
  expect((await store.call(['message', 'list', ...ours, '--cursor', 'bm9uZQ'])).exitCode).toBe(2)

  expect(await json(['message', 'show', 'msg_a'])).toMatchObject({
    request: { method: 'POST', url: 'https://crm.example/hook' },
    attempts: [{ number: 1, outcome: 'sent', httpStatus: 200, answer: 'thanks' }],
  })
  const text = (await store.call(['message', 'show', 'msg_a'])).stdout
  expect(text).toContain('"method": "POST"')
  expect(text).toContain('thanks')
  for (const command of ['show', 'replay']) {
    const { exitCode, stdout } = await store.call(['message', command, 'msg_a', ...theirs, '--json'])
    expect([exitCode, JSON.parse(stdout).code]).toEqual([1, 'not_found'])
  }

  expect(await json(['message', 'replay', 'msg_b'])).toEqual({
    messageId: 'msg_b',
    channelId,
    status: 'pending',
  })
  const again = await store.call(['message', 'replay', 'msg_b', '--json'])
  expect([again.exitCode, JSON.parse(again.stdout).code]).toEqual([1, 'conflict'])
})
