import { type Content, createChannelServices, findChannel, testNotice } from '@signalpost/channels'
import { type Signal, signalSchema } from '@signalpost/domain'
import { generateSecret } from '@signalpost/signatures'
import { allApiUrls } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'
import { readLedger } from '../test-support/read-ledger.ts'

// Sends ourselves what we send to others' webhooks.

let store: TestStore
let intake: TestIntake
let sources: TestSource[]
const schemes = ['service-v1', 'standard-webhooks']

const services = createChannelServices({
  allowedNetworks: { has: (address) => address === '127.0.0.1' },
  apiUrls: allApiUrls('http://127.0.0.1:1'),
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  sources = []
  for (const scheme of [...schemes, ...schemes]) sources.push(await store.addSource({ scheme }))
  intake = await openIntake(store)
})

afterAll(async () => {
  await intake.stop()
  await services.close()
  await store.close()
})

function takeSource(scheme: string): TestSource {
  const index = sources.findIndex((source) => source.scheme.name === scheme)
  const [source] = sources.splice(index, 1)
  if (index < 0 || source === undefined) throw new Error('every source is in use')
  return source
}

const occurredAt = new Date().toISOString()

function newSignal(id: string): Signal {
  return signalSchema.parse({
    id,
    orgId: 'org_test',
    listenerId: 'lsn_1',
    source: 'reddit',
    url: 'https://example.com/post',
    title: 'Ünïcode 😀 <script>',
    excerpt: 'x',
    postedAt: occurredAt,
    relevanceScore: 70,
    classification: 'relevant',
    rationale: 'y',
    matchedKeywords: [],
    firstSeenAt: occurredAt,
  })
}

function alertOf(items: Signal[]): Content {
  const raised = { raisedAt: occurredAt, ruleId: 'rul_1', ruleName: 'Rule', orgId: 'org_test' }
  return { alert: { kind: 'instant', ...raised, items, total: items.length } }
}

async function send(source: TestSource, content: Content, secrets: string[]) {
  const webhook = findChannel('webhook')
  if (webhook === undefined) throw new Error('there is no channel for webhooks')
  return webhook.send(services, {
    content,
    messageId: 'msg_1',
    attempt: 1,
    channelId: 'chn_1',
    orgId: 'org_test',
    settings: webhook.settings.parse({ url: `http://127.0.0.1:${intake.port}/hooks/${source.sourceId}` }),
    secrets: secrets.map((secret) => ({ secret })),
    recipient: '',
    signal: new AbortController().signal,
  })
}

test.each(schemes)('takes events, alerts and tests of ours as %s', async (scheme) => {
  const source = takeSource(scheme)
  const data = { signal: newSignal('sig_1') }
  const event = { id: 'evt_1', type: 'signal.created', occurredAt, orgId: 'org_test', data }
  const contents: Content[] = [
    { event },
    alertOf([newSignal('sig_1')]),
    alertOf([newSignal('sig_1'), newSignal('sig_2')]),
    { notice: testNotice('chn_1', occurredAt) },
  ]
  for (const content of contents) {
    expect(await send(source, content, [source.secret])).toMatchObject({ outcome: 'sent', httpStatus: 202 })
  }
  const ledger = await readLedger(store, source.sourceId)
  expect(ledger.map(({ type }) => type)).toEqual([
    'signal.created',
    'alert.raised',
    'alert.raised',
    'alert.raised',
    'ping',
  ])
  expect(JSON.parse(ledger[0]?.body.toString() ?? '')).toEqual(event)
  // A signal keeps its event's id whether it is sent alone or with others.
  expect(ledger[2]?.eventId).toBe(ledger[1]?.eventId)
})

test.each(schemes)('keeps accepting them as %s while the secret is rotated', async (scheme) => {
  const source = takeSource(scheme)
  const content = alertOf([newSignal('sig_1')])
  const newest = generateSecret()
  expect(await send(source, content, [newest, source.secret])).toMatchObject({ outcome: 'sent' })
  expect(await send(source, content, [newest])).toMatchObject({ outcome: 'retry', httpStatus: 401 })
})
