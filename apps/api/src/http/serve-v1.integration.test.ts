import { RejectedError } from '@signalpost/domain'
import {
  createFailureAnswer,
  createLogger,
  createMetricsRegistry,
  createRequestObserver,
  type Listener,
  listen,
  noNetworks,
  sendJson,
} from '@signalpost/runtime'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ServeRequest } from './create-router.ts'
import { requestMetrics } from './observed-requests.ts'
import { serveV1 } from './serve-v1.ts'

const caller = {
  ...{ keyId: 'k1', orgId: 'org_one', memberId: 'usr_k1', scopes: [] },
  ...{ address: '192.0.2.1', requestId: 'r1' },
}
const registry = createMetricsRegistry('api')
let lines: Record<string, unknown>[] = []
let hasStarted = true
let server: Listener

const serve: ServeRequest = async ({ response, path }, seen) => {
  if (path === '/v1/stranger') throw new RejectedError('unauthorized', 'A valid API key is needed.')
  seen.caller = caller
  seen.route = '/v1/things/:id'
  if (path === '/v1/things/refused') throw new RejectedError('not_found', 'There is no such thing.')
  if (path === '/v1/things/broken') throw new Error('a secret detail')
  sendJson(response, 200, { path })
}

beforeAll(async () => {
  const write = (line: string) => lines.push(JSON.parse(line))
  const logger = createLogger({ name: 'api', destination: { write } })
  const handler = serveV1({
    serve,
    startup: { hasStarted: () => hasStarted },
    observe: createRequestObserver({ ...requestMetrics, logger, registry, trustedProxies: noNetworks }),
    answerFailure: createFailureAnswer({ logger }),
    logger,
    others: (_request, response) => sendJson(response, 200, { by: 'others' }),
    isSecure: true,
  })
  server = await listen({ handler, host: '127.0.0.1', port: 0 })
})

afterAll(() => server.close())

beforeEach(() => {
  lines = []
  hasStarted = true
})

test('logs who called which route, with the address that the caller was identified by', async () => {
  expect(await ask('/v1/things/1?token=x')).toMatchObject({ status: 200, body: { path: '/v1/things/1' } })
  expect(await answered()).toMatchObject({
    ...{ method: 'GET', route: '/v1/things/:id', status: 200, isWhole: true, keyId: 'k1', orgId: 'org_one' },
    address: '192.0.2.1',
  })
  expect(await series('signalpost_api_request_seconds_count')).toContain(
    'route="/v1/things/:id",status="200"',
  )
})

test('counts a refusal by its code', async () => {
  expect(await ask('/v1/things/refused')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await answered()).toMatchObject({ route: '/v1/things/:id', status: 404, keyId: 'k1' })
  expect(await series('signalpost_api_refusals_total{code="not_found"')).toMatch(/ 1$/m)
})

test('logs a stranger by the address of the connection, and names no route', async () => {
  expect(await ask('/v1/stranger')).toMatchObject({ status: 401 })
  const line = await answered()
  expect(line).toMatchObject({ route: 'none', status: 401, address: '127.0.0.1' })
  expect(line).not.toHaveProperty('keyId')
})

test('tells nothing of an unforeseen error, and logs it with the path but no query', async () => {
  expect(await ask('/v1/things/broken?token=x')).toEqual({
    status: 500,
    body: { code: 'internal', message: 'Something went wrong on our side.' },
  })
  await answered()
  expect(lines.find(({ msg }) => msg === 'request.failed')).toMatchObject({
    ...{ level: 'error', method: 'GET', path: '/v1/things/broken' },
    err: { message: 'a secret detail' },
  })
})

test('answers 503 until the process has started, but only under /v1', async () => {
  hasStarted = false
  expect(await ask('/v1/things/1')).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await ask('/v1')).toMatchObject({ status: 503 })
  for (const path of ['/', '/healthz', '/v1x', '/V1/things/1', '/v2/v1/things']) {
    expect(await ask(path)).toEqual({ status: 200, body: { by: 'others' } })
  }
  expect(lines).toEqual([])
})

async function ask(path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
  return { status: response.status, body: await response.json() }
}

/** Returns the line about the request, which comes after its answer. */
async function answered(): Promise<Record<string, unknown>> {
  const find = () => lines.find(({ msg }) => msg === 'request.answered')
  await expect.poll(find).toBeDefined()
  return find() ?? {}
}

async function series(start: string): Promise<string> {
  const text = await registry.metrics()
  return text
    .split('\n')
    .filter((line) => line.startsWith(start))
    .join('\n')
}

test.each(['/v1/none', '/', '/v1/results/x'])(
  'says at %s that browsers come back by https alone',
  async (path) => {
    const { headers } = await fetch(`http://127.0.0.1:${server.port}${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  },
)
