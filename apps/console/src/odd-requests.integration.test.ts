import { askOddly } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { startTestConsole, type TestConsole } from './test-support/start-test-console.ts'

// Routing by Express must not show: each answer is that of the contract, to the byte.

let console: TestConsole
let port: number
let known: string

test.beforeAll(async ({ testDatabase }) => {
  console = await startTestConsole({ databaseUrl: testDatabase.url })
  port = Number(new URL(console.url).port)
  known = `Cookie: ${await console.logIn(await console.addPerson({ org_one: 'viewer' }, true))}`
})

afterAll(() => console.stop())

const underApi = [
  ...['/console/api', '/console/api/', '/console/api?a', '/console/api/nothing', '/console//api/ways-in'],
  ...['/Console/api/ways-in', '/console/Api/ways-in', '/console/api/ways-in', '/console/api/ways-in/'],
  ...[
    '/console/api/ways-in?',
    '/console/api/ways-in?a=%zz',
    '/console/api/ways-in#a',
    '/console/api/%77ays-in',
  ],
  ...[
    '/console/api/w/org_one/rules',
    '/console/api/w/org_one/rules?limit=0&a',
    '/console/api/w/org_two/rules',
  ],
  ...[
    '/console/api/w/%zz/rules',
    '/console/api/w/org%5Fone/rules',
    '/console/api/w//rules',
    '/console/api/w/./rules',
  ],
  ...[
    '/console/api/w/org_one/sources/%zz',
    '/console/api/w/org_one/sources/src_none',
    '/console/api/w/org_one',
  ],
  ...[
    'http://a/console/api/ways-in',
    'HTTP://a:80/console/api/ways-in',
    'http://a/console/api/w/org_one/rules',
  ],
  ...['/console/api;a', '/consoleX/api/ways-in', '/console/openapi.json/', '//console/api/ways-in'],
]
const others = [
  ...[
    '/healthz',
    '/healthz/',
    '/healthz?a',
    '/Healthz',
    'http://a/healthz',
    '/%zz',
    '/assets/none.js',
    '/assets/%zz',
  ],
]

test('answers odd requests as the contract says', async () => {
  const write = ['Content-Type: application/json', 'Sec-Fetch-Site: same-origin']
  const answers = await askOddly(port, [
    ...underApi.flatMap((path) => [
      { line: `GET ${path}` },
      { line: `GET ${path}`, headers: [known] },
      { line: `PUT ${path}`, headers: [known] },
      { line: `PATCH ${path}`, headers: [known, ...write], body: '{}' },
    ]),
    ...others.flatMap((path) => ['HEAD', 'POST'].map((method) => ({ line: `${method} ${path}` }))),
    ...['HEAD', 'OPTIONS', 'DELETE', 'POST', 'PROPFIND'].flatMap((method) => [
      { line: `${method} /console/api/w/org_one/rules`, headers: [known] },
      { line: `${method} /console/api/w/org_one/rules`, headers: [known, ...write] },
      { line: `${method} /console/api/ways-in` },
      { line: `${method} /console/openapi.json` },
    ]),
    ...['a', 'localhost:1', 'LOCALHOST', '[::1]:4400', ''].map((host) => ({
      line: 'GET /console/api/ways-in',
      headers: [`Host: ${host}`],
    })),
    ...[{ line: 'OPTIONS *' }, { line: 'CONNECT a:1' }, { line: 'GET console/api' }],
    { line: 'POST /console/api/login', headers: write, body: '{"token":"none"}' },
    { line: 'POST /console/api/login', headers: write, body: '{"token":1,"a":2}' },
    { line: 'POST /console/api/login', headers: write, body: '{' },
    { line: 'POST /console/api/login', headers: [...write, 'Content-Length: 70000'] },
    { line: 'POST /console/api/login', headers: [...write, 'Expect: 100-continue'] },
    { line: 'POST /console/api/login', headers: ['Content-Type: text/plain'], body: '{}' },
    { line: 'PATCH /console/api/session', headers: [known, ...write], body: '{"name":null,"b":1}' },
    { line: 'GET /console/api/session', headers: [known, known] },
  ])
  const policies = /content-security-policy: .*?permissions-policy: [^|\n]*/g
  await expect(answers.replaceAll(policies, 'SECURITY')).toMatchFileSnapshot('../fixtures/odd-requests.txt')
})
