import { once } from 'node:events'
import { request } from 'node:http'
import { scopes } from '@signalpost/domain'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { type AssistantStage, stageAssistants } from '../test-support/assistant-stage.ts'

let stage: AssistantStage

test.beforeAll(async ({ testDatabase }) => {
  stage = await stageAssistants(testDatabase.url)
})

afterAll(() => stage.stop())

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } }

const newestMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
}

test('is not there without assistants, and takes POST alone', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
    const response = await fetch(stage.url, { method, headers: { authorization: `Bearer ${stage.admit()}` } })
    expect([response.status, response.headers.get('allow')], method).toEqual([405, 'POST'])
  }
})

test('is a 401 that says where to get a token, for every other credential', async () => {
  const key = await stage.api.createKey({ scopes })
  const wrong: [string, Parameters<AssistantStage['post']>[1]][] = [
    ['none', {}],
    ['an API key', { token: key }],
    ['another scheme', { headers: { authorization: 'Basic dXNyOnB3' } }],
    ['a token in the query', { path: `/mcp?access_token=${stage.admit()}` }],
    ['a cookie', { headers: { cookie: `session=${stage.admit()}` } }],
    [
      'two tokens in one header',
      { headers: { authorization: `Bearer ${stage.admit()}, Bearer ${stage.admit()}` } },
    ],
    ['a token that was ended', { token: 'token-9999' }],
  ]
  for (const [name, init] of wrong) {
    const response = await stage.post(list, init)
    expect(response.status, name).toBe(401)
    const challenge = `Bearer resource_metadata="${stage.api.url}/.well-known/oauth-protected-resource/mcp", scope="${scopes.join(' ')}"`
    expect(response.headers.get('www-authenticate')?.startsWith(challenge), name).toBe(true)
  }
})

test('refuses two Authorization headers, of which one is good', async () => {
  const token = stage.admit()
  const { port } = new URL(stage.url)
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{ host: '127.0.0.1', port, path: '/mcp', method: 'POST' },
        headers: [
          'Host',
          `127.0.0.1:${port}`,
          'Authorization',
          `Bearer ${token}`,
          'Authorization',
          'Bearer other',
        ],
      },
      (response) => resolve(response.resume().statusCode),
    )
    sent.on('error', reject).end(JSON.stringify(list))
  })
  expect(status).toBe(401)
})

test('a token of an assistant opens nothing under /v1', async () => {
  const response = await fetch(`${stage.api.url}/v1/results`, {
    headers: { authorization: `Bearer ${stage.admit()}` },
  })
  expect(response.status).toBe(401)
})

test.for([
  ['of a stranger', 'https://evil.example', 403],
  ['that is opaque', 'null', 403],
  ['that only begins like ours', 'https://console.example.evil.example', 403],
  ['of the console', 'https://console.example', 200],
] as const)('an origin %s is a %s', async ([, origin, status]) => {
  const response = await stage.post(list, { token: stage.admit(), headers: { origin } })
  expect(response.status).toBe(status)
})

test('an origin of ours by another name of this machine is ours', async () => {
  const headers = { origin: `http://localhost:${new URL(stage.url).port}` }
  expect((await stage.post(list, { token: stage.admit(), headers })).status).toBe(200)
  const secure = { origin: `https://localhost:${new URL(stage.url).port}` }
  expect((await stage.post(list, { token: stage.admit(), headers: secure })).status).toBe(403)
})

test('refuses a host that is not ours', async () => {
  const { port } = new URL(stage.url)
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'evil.example', authorization: `Bearer ${stage.admit()}` }
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers }, (response) =>
      resolve(response.resume().statusCode),
    )
    sent.on('error', reject).end(JSON.stringify(list))
  })
  expect(status).toBe(421)
})

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)

test.for([
  ['a body over 256 KiB', JSON.stringify({ ...list, padding: 'x'.repeat(262_144) }), {}, 413],
  ['text that is no JSON', '{', {}, 400],
  ['another type of content', JSON.stringify(list), { 'content-type': 'text/plain' }, 415],
  [
    '10,000 levels',
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"a":${nested(10_000)}}}`,
    {},
    400,
  ],
  ['a batch', JSON.stringify([list, call]), {}, 400],
  ['a number', '1', {}, 400],
  ['an unknown parameter', JSON.stringify(list), { path: '/mcp?readOnly=1' }, 400],
  ['a parameter with another value', JSON.stringify(list), { path: '/mcp?readonly=true' }, 400],
] as [string, string, Record<string, string>, number][])(
  'refuses %s',
  async ([, body, { path, ...headers }, status]) => {
    const response = await stage.post(body, {
      token: stage.admit(),
      headers,
      ...(path !== undefined && { path }),
    })
    expect(response.status).toBe(status)
    expect(await response.text()).not.toMatch(/zod|express|ajv|at \w+ \(/i)
  },
)

test('stops reading a body without a length once it is over 256 KiB', async () => {
  const { port } = new URL(stage.url)
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${stage.admit()}` }
  const sent = request({ host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers })
  const pieces = 1_600
  let status: number | undefined
  let isOver = false
  const over = new Promise<void>((resolve) => {
    sent.once('response', (response) => {
      status = response.resume().statusCode
      resolve()
    })
    sent.once('error', () => resolve()) // the connection may be gone before the answer is read
  }).then(() => {
    isOver = true
  })
  const piece = Buffer.alloc(65_536, 'x')
  let written = 0
  for (; written < pieces && !isOver; written += 1) {
    if (!sent.write(piece)) await Promise.race([once(sent, 'drain').catch(() => undefined), over])
  }
  await over
  sent.destroy()
  expect([413, undefined]).toContain(status)
  expect(written).toBeLessThan(pieces)
})

test('a session id opens nothing, and one that is guessed changes nothing', async () => {
  const headers = { 'mcp-session-id': '00000000-0000-4000-8000-000000000000' }
  expect((await stage.post(call, { headers })).status).toBe(401)
  const [one, other] = [stage.admit(), stage.admit({ orgId: 'org_two' })]
  for (const [token, orgId] of [
    [one, 'org_one'],
    [other, 'org_two'],
  ] as const) {
    const answer = await stage.post(call, { token, headers })
    expect([answer.status, answer.headers.get('mcp-session-id')]).toEqual([200, null])
    expect(await answer.text()).toContain(orgId)
  }
})

test('refuses headers that say another thing than the body', async () => {
  const body = { ...call, params: { ...call.params, _meta: newestMeta } }
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': 'find_signals',
  }
  const wrong = await stage.post(body, { token: stage.admit(), headers })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: -32020 } }])
  const right = await stage.post(body, {
    token: stage.admit(),
    headers: { ...headers, 'mcp-name': 'whoami' },
  })
  expect([right.status, await right.json()]).toMatchObject([
    200,
    { result: { structuredContent: { orgId: 'org_one' } } },
  ])
})

test('a client that asks for changes hears that there are none, and not that it should try again', async () => {
  const params = { ...call.params, _meta: newestMeta, notifications: { toolsListChanged: true } }
  const response = await stage.post(
    { ...call, method: 'subscriptions/listen', params },
    {
      token: stage.admit(),
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    },
  )
  expect([response.status, await response.json()]).toEqual([
    404,
    { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } },
  ])
})

test('two hundred assistants that ask at once with the same id each get their own answer', async () => {
  const asked = Array.from({ length: 200 }, (_, index) => {
    const orgId = index % 2 === 0 ? 'org_one' : 'org_two'
    return { orgId, personId: `usr_${index}`, token: stage.admit({ orgId, personId: `usr_${index}` }) }
  })
  const answers = await Promise.all(
    asked.map(async ({ token }) => (await stage.post(call, { token })).text()),
  )
  for (const [index, { orgId, personId }] of asked.entries()) {
    expect(answers[index]).toContain(JSON.stringify(orgId).slice(1, -1))
    expect(answers[index]).toMatch(new RegExp(`\\b${personId}\\b`))
  }
})

test('an assistant has 120 calls a minute, its person 300 requests, and then hears when to come again', async () => {
  const token = stage.admit({ assistantId: 'ast_busy', personId: 'usr_busy' })
  const statuses = await Promise.all(
    Array.from({ length: 125 }, async () => (await stage.post(call, { token })).status),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(120)
  const refused = await stage.post(call, { token })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const other = stage.admit({ assistantId: 'ast_other', personId: 'usr_busy' })
  const more = await Promise.all(
    Array.from({ length: 200 }, async () => (await stage.post(list, { token: other })).status),
  )
  expect(more).toContain(429)
})

test('leaves the reads where the connection asks for that', async () => {
  const response = await stage.post(list, { token: stage.admit(), path: '/mcp?readonly=1' })
  expect(response.status).toBe(200)
  expect(await response.text()).not.toContain('"readOnlyHint":false')
})

test('offers search and fetch alone where the connection asks for research', async () => {
  const token = stage.admit()
  const listed = await stage.post(list, { token, path: '/mcp?tools=research' })
  expect((await listed.text()).match(/"name":"\w+"/g)).toEqual(['"name":"search"', '"name":"fetch"'])
  const found = await stage.call('search', { query: 'needs' }, token, '?tools=research')
  const url = `${stage.consoleUrl}/w/org_one/signals/sig_1`
  expect(found.structuredContent).toEqual({
    results: [{ id: 'sig_1', url, quoted: { title: 'org_one needs a CRM (evil.example)' } }],
  })
  const fetched = await stage.call('fetch', { id: 'sig_1' }, token, '?tools=research')
  expect(fetched.structuredContent).toMatchObject({ id: 'sig_1', url, score: 90 })
  expect(await stage.call('fetch', { id: 'missing' }, token, '?tools=research')).toMatchObject({
    isError: true,
  })
})
