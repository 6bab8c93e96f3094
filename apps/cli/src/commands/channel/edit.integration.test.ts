import { suppressAddress } from '@signalpost/database/rules'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type CallCli, callForJson } from '../../test-support/call-cli.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'

type Record = { [name: string]: unknown }
type Items = { items: Record[] }

let store: CliStore
let call: CallCli

test.beforeAll(async ({ testDatabase }) => {
  store = openCliStore(testDatabase.url)
  call = store.call
  await json(['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
})

afterAll(() => store.close())

const json = <Document = Record>(args: string[]) => callForJson<Document>(call, args)
const create = async (kind: string, ...options: string[]) =>
  String((await json(['channel', 'create', kind, '--name', 'Channel', ...options])).channelId)
const channelOf = async (channelId: string) =>
  (await json<Items>(['channel', 'list'])).items.find((item) => item.channelId === channelId)
const fails = async (...args: string[]) => {
  const { exitCode, stderr } = await call(args)
  return [exitCode, stderr.trim()]
}

test('channel edit changes what is given and keeps the rest, the secret too', async () => {
  const id = await create('webhook', '--url', 'https://crm.example.com/hook', '--event', 'signal.read')
  const edited = await json(['channel', 'edit', id, '--name', 'CRM', '--url', 'https://crm.example.com/new'])
  expect(edited).toMatchObject({
    name: 'CRM',
    settings: { url: 'https://crm.example.com/new', events: ['signal.read'] },
  })
  expect(JSON.stringify(edited)).not.toContain('whsec_')
  await json(['channel', 'edit', id, '--clear', 'event'])
  expect(await channelOf(id)).toMatchObject({ name: 'CRM', settings: { events: [] } })
})

test('channel edit names the option that is wrong or belongs to another kind', async () => {
  const id = await create('email', '--to', 'ann@example.com')
  expect(await fails('channel', 'edit', id, '--to', 'nobody')).toEqual([2, expect.stringContaining('--to')])
  expect(await fails('channel', 'edit', id, '--url', 'https://a.example')).toEqual([
    2,
    expect.stringContaining('--url: a channel of the kind email has none'),
  ])
  expect(await fails('channel', 'edit', id, '--clear', 'url')).toEqual([
    2,
    expect.stringContaining('--clear url: a channel of the kind email has none'),
  ])
  expect(await fails('channel', 'edit', id)).toEqual([2, expect.stringContaining('--name')])
})

test('channel pause shows until when, survives enabling, and channel resume ends it', async () => {
  const id = await create('email', '--to', 'ann@example.com')
  const paused = await json(['channel', 'pause', id, '--until', '2h'])
  expect(Date.parse(String(paused.pausedUntil)) - Date.now()).toBeGreaterThan(3_600_000)
  await json(['channel', 'disable', id])
  await json(['channel', 'enable', id])
  expect(await channelOf(id)).toMatchObject({ state: 'active', pausedUntil: paused.pausedUntil })
  expect((await call(['channel', 'list'])).stdout).toContain('PAUSED UNTIL')
  await json(['channel', 'resume', id])
  expect(await channelOf(id)).toMatchObject({ pausedUntil: null })
  expect(await call(['channel', 'pause', id, '--until', '31d', '--json'])).toMatchObject({
    ...{ exitCode: 2, stdout: '', stderr: 'error: --until: expected a time within the next 30 days\n' },
  })
})

test('channel addresses lists whom a channel does not reach, and channel lift reaches them again', async () => {
  const id = await create('email', '--to', 'ann@example.com')
  const suppression = { orgId: 'org_acme', channelId: id, address: 'ann@example.com' }
  await suppressAddress(store.database, { ...suppression, reason: 'unsubscribed', until: null })
  const { items } = await json<Items>(['channel', 'addresses', id])
  expect(items).toMatchObject([{ address: 'ann@example.com', reason: 'unsubscribed' }])
  expect(await json(['channel', 'lift', id, 'Ann@Example.com'])).toMatchObject({ address: 'ann@example.com' })
  expect((await json<Items>(['channel', 'addresses', id])).items).toEqual([])
  const again = await call(['channel', 'lift', id, 'ann@example.com', '--json'])
  expect([again.exitCode, JSON.parse(again.stdout).code]).toEqual([1, 'not_found'])
})

test('rule move swaps a rule with its neighbour and stops at both ends', async () => {
  const create = async (name: string) =>
    String((await json(['rule', 'create', '--name', name, '--channel', 'all'])).ruleId)
  const [a] = [await create('A'), await create('B')]
  const order = async () => (await json<Items>(['rule', 'list'])).items.map(({ name }) => name)
  const before = await order()
  await json(['rule', 'move', a, 'up'])
  expect(await order()).toEqual(['A', before[0], 'B'])
  await json(['rule', 'move', a, 'up'])
  expect(await order()).toEqual(['A', before[0], 'B'])
  for (const _ of [1, 2, 3]) await json(['rule', 'move', a, 'down'])
  expect(await order()).toEqual([before[0], 'B', 'A'])
})
