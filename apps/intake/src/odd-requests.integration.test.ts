import { askOddly, type OddRequest } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { newEvent, signatureOf } from './test-support/deliver.ts'
import { openIntake, type TestIntake } from './test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from './test-support/open-store.ts'

// Routing by Express must not show: each answer is that of the contract, to the byte.

let store: TestStore
let intake: TestIntake
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
  intake = await openIntake(store, { maxBodyBytes: 2_000 })
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

test('answers odd requests as the contract says', async () => {
  const { sourceId } = source
  const encoded = `%${sourceId.charCodeAt(0).toString(16)}${sourceId.slice(1)}`
  const hooks = [
    ...[`/hooks/${sourceId}`, `/hooks/${sourceId}?`, `/hooks/${sourceId}?a=%zz&a=/b?c`, `/hooks/${encoded}`],
    ...[`/hooks/${sourceId}/`, `/hooks/${sourceId}/more`, `/hooks/${sourceId}%2F`, `/hooks/${sourceId}%20`],
    ...[`/hooks/${sourceId};a=b`, `/hooks/${sourceId}#part`, `//hooks/${sourceId}`, `/hooks//${sourceId}`],
    ...[`/Hooks/${sourceId}`, `/hooks%2F${sourceId}`, `/%68ooks/${sourceId}`, `/v1/hooks/${sourceId}`],
    ...[`/hooks/../hooks/${sourceId}`, `http://a/hooks/${sourceId}`, `https://a:1/hooks/${sourceId}?a`],
    ...[
      '/hooks',
      '/hooks/',
      '/hooks/?a',
      '/hooks?source=a',
      '/hooks/.',
      '/hooks/..',
      '/hooks/%zz',
      '/hooks/%',
    ],
    ...[
      '/hooks/%00',
      '/hooks/%ff',
      '/hooks/%2e%2e',
      '/hooks/src_1\\',
      '/hooks/{sourceId}',
      '/hooks/:sourceId',
    ],
  ]
  const interactions = [
    ...['/slack/interactions/chn_1', '/slack/interactions/chn_1?a', '/slack/interactions/%zz'],
    ...[
      '/slack/interactions/chn_1/',
      '/slack/interactions/',
      '/slack/interactions',
      '/slack//interactions/a',
    ],
    ...['/Slack/interactions/chn_1', 'http://a/slack/interactions/chn_1', '/slack/interactions/%63hn_1'],
  ]
  const others = [
    ...[
      '/',
      '//',
      '/?/hooks/src_1',
      '/%zz',
      '/healthz',
      '/healthz/',
      '/healthz?a',
      '/healthz%2F',
      '/%68ealthz',
    ],
    ...['/Healthz', 'http://a/healthz', '/openapi.json'],
  ]
  const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PROPFIND']
  const answers = await askOddly(
    intake.port,
    [
      ...hooks.flatMap((path) => [signed(`POST ${path}`), { line: `GET ${path}` }]),
      ...methods.map((method) => ({ line: `${method} /hooks/src_1` })),
      ...interactions.flatMap((path) => [
        { line: `POST ${path}`, body: 'payload={}' },
        { line: `GET ${path}` },
      ]),
      ...methods.map((method) => ({ line: `${method} /slack/interactions/chn_1` })),
      ...others.flatMap((path) => ['GET', 'HEAD', 'POST'].map((method) => ({ line: `${method} ${path}` }))),
      ...[
        { line: 'OPTIONS *' },
        { line: 'OPTIONS /healthz' },
        { line: 'CONNECT a:1' },
        { line: 'GET hooks/a' },
      ],
      ...['text/plain', 'application/json; charset=latin1', 'application/vnd.a+json'].map((type) => ({
        line: 'POST /hooks/src_1',
        headers: [`Content-Type: ${type}`],
        body: '{}',
      })),
      { line: 'POST /hooks/src_1', headers: ['Content-Type: application/json', 'Content-Length: 2001'] },
      { line: 'POST /hooks/src_1', headers: ['Content-Type: application/json', 'Content-Length: nine'] },
      { line: 'POST /hooks/src_1', headers: ['Content-Type: application/json', 'Expect: 100-continue'] },
      { line: 'GET /hooks/src_1', headers: ['Content-Encoding: gzip', 'Expect: 100-continue'] },
      { line: 'POST /hooks/src_1', headers: ['Host: a', 'Host: b'] },
      { line: 'POST /hooks/src_1', headers: [`X-Long: ${'a'.repeat(17_000)}`] },
    ],
    { [sourceId]: 'SOURCE', [encoded]: 'ENCODED', ['a'.repeat(17_000)]: 'LONG' },
  )
  const steady = answers.replaceAll(/"(deliveryId|eventId)":"[^"]*"/g, '"$1":"*"')
  await expect(steady).toMatchFileSnapshot('../fixtures/odd-requests.txt')
})

function signed(line: string): OddRequest {
  const body = JSON.stringify(newEvent({ id: 'evt_odd', occurredAt: '2026-11-20T09:00:00.000Z' }))
  const headers = signatureOf(source, body).map(([name, value]) => `${name}: ${value}`)
  return { line, headers: ['Content-Type: application/json', ...headers], body }
}
