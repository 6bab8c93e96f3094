import { scopes } from '@signalpost/domain'
import { askOddly } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { startTestApi, type TestApi } from './test-support/start-test-api.ts'

// Routing by Express must not show: each answer is that of the contract, to the byte.

let api: TestApi
let port: number
let known: string

test.beforeAll(async ({ testDatabase }) => {
  api = await startTestApi({ databaseUrl: testDatabase.url, nowMs: () => Date.UTC(2026, 10, 20) })
  port = Number(new URL(api.url).port)
  known = `Authorization: Bearer ${await api.createKey({ scopes })}`
  await api.storeSignal({ id: 'sig_1' })
})

afterAll(() => api.stop())

const underV1 = [
  ...['/v1', '/v1/', '/v1?a', '/v1#a', '/v1/nothing', '/v1//results', '/v1/Results', '/v1/results/'],
  ...[
    '/v1/results?limit=1',
    '/v1/results?limit=1&limit=2',
    '/v1/results?a=%zz',
    '/v1/results?',
    '/v1/results??',
  ],
  ...[
    '/v1/results?limit=1#a?b',
    '/v1/results/sig_1',
    '/v1/results/%73ig_1',
    '/v1/results/sig_1#a',
    '/v1/results//',
  ],
  ...[
    '/v1/results/sig_1?',
    '/v1/results/sig_2',
    '/v1/results/sig_1/',
    '/v1/results/sig_1%2F',
    '/v1/results/a%2Fb',
  ],
  ...['/v1/results/%zz', '/v1/results/%', '/v1/results/%ff', '/v1/results/%00', '/v1/results/a%20b'],
  ...['/v1/results/.', '/v1/results/..', '/v1/results/../results', '/v1/results;a', '/v1/results/sig_1;a'],
  ...[
    '/v1/results/%zz/assign',
    '/v1/results/sig_1/assign',
    '/v1/exports/pipeline.csv',
    '/v1/exports/pipeline%2Ecsv',
  ],
  ...['http://a/v1/results/sig_1', 'HTTP://a:80/v1/results/sig_1', 'ftp://a/v1/results/sig_1', 'http://a/v1'],
  ...['http:///v1/results/sig_1', 'http://a/v1/results/%zz', 'http://a/v1/results?limit=1', '/v1%2Fresults'],
]
const others = [
  ...[
    '/',
    '//',
    '//v1/results',
    '/v1x',
    '/V1/results',
    '/%761/results',
    '/v2/v1',
    '/?/v1',
    '/%zz',
    '/v1.',
    '/v1;a',
  ],
  ...['/healthz', '/healthz/', '/healthz?a', '/healthz#a', '/Healthz', '/%68ealthz', 'http://a/healthz'],
  ...[
    '/openapi.json/',
    '/docs/',
    '/u/%zz',
    '/u/none',
    '/a/%zz',
    '/a/none',
    '/unsubscribe/none',
    '/unsubscribe/%zz',
  ],
  ...['/acknowledge/none', '/acknowledge/%zz', '/acknowledge/none?undo', '/.well-known/security.txt'],
]

test('answers odd requests as the contract says', async () => {
  const answers = await askOddly(port, [
    ...underV1.flatMap((path) => [
      { line: `GET ${path}` },
      { line: `GET ${path}`, headers: [known] },
      { line: `DELETE ${path}`, headers: [known] },
    ]),
    ...others.flatMap((path) => ['GET', 'HEAD', 'POST'].map((method) => ({ line: `${method} ${path}` }))),
    ...['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'PROPFIND'].flatMap((method) => [
      { line: `${method} /v1/results/sig_1`, headers: [known] },
      { line: `${method} /v1/results`, headers: [known] },
      { line: `${method} /v1/results` },
      { line: `${method} /v1/pipeline/%zz`, headers: [known, 'Content-Type: application/json'], body: '{}' },
    ]),
    ...[
      { line: 'OPTIONS *' },
      { line: 'OPTIONS /healthz' },
      { line: 'CONNECT a:1' },
      { line: 'GET v1/results' },
    ],
    ...['text/plain', 'application/json; charset=latin1', 'application/vnd.a+json'].map((type) => ({
      line: 'POST /v1/collections',
      headers: [known, `Content-Type: ${type}`],
      body: '{}',
    })),
    { line: 'POST /v1/notes', headers: [known, 'Content-Length: 200000'] },
    { line: 'POST /v1/notes', headers: [known, 'Content-Length: nine'] },
    { line: 'POST /v1/notes', headers: [known, 'Expect: 100-continue'] },
    { line: 'POST /v1/notes', headers: ['Expect: 100-continue', 'Content-Length: 2'] },
    { line: 'POST /v1/notes', headers: [known, 'Content-Type: application/json'], body: '{"a":1}' },
    { line: 'GET /v1/results', headers: [known, known] },
    { line: 'GET /v1/results', headers: [known, 'Host: a', 'Host: b'] },
    { line: 'GET /v1/results/sig_1', headers: [known, 'X-Request-Id: own.1'] },
    { line: 'GET /v1/results/sig_1', headers: [known, 'If-None-Match: *'] },
    {
      line: 'PATCH /v1/results/sig_1/assign',
      headers: [known, 'Content-Type: application/json'],
      body: '{"userId":1}',
    },
  ])
  await expect(answers).toMatchFileSnapshot('../fixtures/odd-requests.txt')
})
