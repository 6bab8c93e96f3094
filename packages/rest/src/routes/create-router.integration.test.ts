import { RejectedError } from '@signalpost/domain'
import {
  createApp,
  createLogger,
  createMetricsRegistry,
  createRequestObserver,
  errorHandler,
  noNetworks,
  notFound,
} from '@signalpost/runtime'
import supertest from 'supertest'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { createRouter } from './create-router.ts'
import { routesOf } from './define-routes.ts'

type TestFace = {
  services: { greeting: string }
  path: `/v1/${string}`
  gate: 'scope'
  askers: Record<'read' | 'write', { name: string }>
  members: object
}

const { defineRoute, defineLiveRoute } = routesOf<TestFace>()
const described = { summary: 's', query: z.object({}), errors: [] }
const routes = [
  defineRoute({
    ...described,
    operationId: 'greet',
    method: 'get',
    path: '/v1/things/{id}',
    scope: 'read',
    params: z.object({ id: z.string().max(8) }),
    success: { status: 200, description: 'd', schema: z.object({ text: z.string() }) },
    handle: async ({ greeting }, { name, params }) => {
      if (params.id === 'broken') throw new Error('a secret detail')
      if (params.id === 'refused') throw new RejectedError('not_found', 'There is no such thing.')
      return { text: `${greeting} ${name}, ${params.id}` }
    },
  }),
  defineRoute({
    ...described,
    operationId: 'end',
    method: 'delete',
    path: '/v1/things/{id}',
    scope: 'write',
    params: z.object({ id: z.string() }),
    success: { status: 204, description: 'd', schema: z.undefined() },
    handle: async () => undefined,
  }),
  defineRoute({
    ...described,
    operationId: 'plan',
    method: 'post',
    path: '/v1/things/plan',
    scope: 'read',
    params: z.object({}),
    body: z.strictObject({ size: z.int() }),
    success: { status: 201, description: 'd', schema: z.object({ size: z.int() }) },
    handle: async (_services, { body }) => body,
  }),
  defineLiveRoute({
    ...described,
    operationId: 'watch',
    method: 'get',
    path: '/v1/live',
    scope: 'read',
    params: z.object({}),
    success: { status: 200, description: 'd', contentType: 'text/event-stream' },
    handle: async () => async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('data: 1\n\n')
    },
  }),
]

const registry = createMetricsRegistry('api')
let lines: Record<string, unknown>[] = []
let failed: unknown[] = []
let hasStarted = true

const logger = createLogger({
  name: 'api',
  destination: { write: (line: string) => lines.push(JSON.parse(line)) },
})
const histogram = { name: 'request_seconds', help: 'Time to the end of the answer.', buckets: [1] }
const observer = createRequestObserver({
  ...{ logger, registry, histogram, trustedProxies: noNetworks, refusals: 'refusals_total' },
})
const app = createApp()
app.use(
  '/v1',
  createRouter<TestFace, string>({
    ...{ routes, observer, services: { greeting: 'Hello' }, startup: { hasStarted: () => hasStarted } },
    identify: async ({ request }) => {
      const { authorization } = request.headers
      if (authorization === undefined) throw new RejectedError('unauthorized', 'A valid API key is needed.')
      return authorization
    },
    takeRequest: ({ known }) => {
      if (known === 'busy') throw new RejectedError('rate_limited', 'Too many.')
    },
    admit: ({ known, route }) => {
      if (route.scope === 'write' && known !== 'writer') throw new RejectedError('forbidden', 'No.')
      return { name: known }
    },
    onFailed: (error) => failed.push(error),
    observe: ({ route, known }) => ({ route: known && route?.path, caller: { name: known } }),
  }),
)
app.use(notFound)
app.use(errorHandler({ logger }))
const client = supertest(app)

beforeEach(() => {
  lines = []
  failed = []
  hasStarted = true
})

test('hands a handler what it may use, who asks and the validated values', async () => {
  const answer = await client.get('/v1/things/a%20b').set('authorization', 'ada').expect(200)
  expect(answer.body).toEqual({ text: 'Hello ada, a b' })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(answer.text.length),
  })
})

test.each<[string, number, string, string, string | undefined]>([
  ['who asks', 401, 'PUT', '/v1/nothing', undefined],
  ['their rate', 429, 'PUT', '/v1/nothing', 'busy'],
  ['the path', 404, 'PUT', '/v1/nothing', 'ada'],
  ['the method', 405, 'PUT', '/v1/things/%zz', 'ada'],
  ['what they may', 403, 'DELETE', '/v1/things/%zz', 'ada'],
  ['the encoding of the path', 400, 'GET', '/v1/things/%zz', 'ada'],
  ['the input', 400, 'GET', '/v1/things/a?b=c', 'ada'],
])('checks %s before what follows, with a %i', async (_check, status, method, path, who) => {
  hasStarted = true
  const asking =
    method === 'GET' ? client.get(path) : method === 'PUT' ? client.put(path) : client.delete(path)
  await (who === undefined ? asking : asking.set('authorization', who)).expect(status)
})

test('names all methods of a path, and serves a word as an id where the word has no such method', async () => {
  await client
    .put('/v1/things/plan')
    .set('authorization', 'ada')
    .expect(405)
    .expect('allow', 'DELETE, GET, HEAD, POST')
  const answer = await client.get('/v1/things/plan').set('authorization', 'ada').expect(200)
  expect(answer.body.text).toBe('Hello ada, plan')
})

test('answers HEAD as GET without its body, and 204 with nothing', async () => {
  const head = await client.head('/v1/things/a').set('authorization', 'ada').expect(200)
  expect(head.headers['content-length']).toBe('23')
  const ended = await client.delete('/v1/things/a').set('authorization', 'writer').expect(204)
  expect(ended.headers['content-type']).toBeUndefined()
})

test('reads a body before it validates anything, and all of it at once', async () => {
  const send = (body: string, type = 'application/json') =>
    client.post('/v1/things/plan?a=b').set('authorization', 'ada').set('content-type', type).send(body)
  await send(' '.repeat(65_537)).expect(413)
  await send('{}', 'text/plain').expect(415)
  const { body } = await send('{"size":"1","more":2}').expect(400)
  expect(body.detail.map(({ path }: { path: string }) => path)).toEqual(['a', 'size', 'more'])
})

test('lets a route write its answer itself', async () => {
  const { text } = await client.get('/v1/live').set('authorization', 'ada').expect(200)
  expect(text).toBe('data: 1\n\n')
})

test('hands the face each error of a route, and none from before', async () => {
  await client.get('/v1/things/refused').set('authorization', 'ada').expect(404)
  await client.delete('/v1/things/a').set('authorization', 'ada').expect(403)
  await client.get('/v1/nothing').set('authorization', 'ada').expect(404)
  await client.get('/v1/things/a').expect(401)
  expect(failed).toMatchObject([{ code: 'not_found' }, { code: 'forbidden' }])
})

test('tells nothing of an unforeseen error, and logs it with the path but no query', async () => {
  const answer = await client.get('/v1/things/broken').set('authorization', 'ada').expect(500)
  expect(answer.body).toEqual({ code: 'internal', message: 'Something went wrong on our side.' })
  expect(lines.find(({ msg }) => msg === 'request.failed')).toMatchObject({
    ...{ level: 'error', method: 'GET', path: '/v1/things/broken' },
    err: { message: 'a secret detail' },
  })
})

test('logs and counts every request once, with its route, caller and refusal', async () => {
  await client.get('/v1/things/refused').set('authorization', 'ada')
  await expect
    .poll(() => lines.find(({ msg }) => msg === 'request.answered'))
    .toMatchObject({
      ...{ method: 'GET', route: '/v1/things/{id}', status: 404, name: 'ada' },
    })
  const refused = await registry.getSingleMetric('refusals_total')?.get()
  const count = refused?.values.find(({ labels }) => labels.code === 'not_found')?.value
  expect(count).toBeGreaterThan(0)
})

test('answers 503 until the process has started, but only below its own path', async () => {
  hasStarted = false
  for (const path of ['/v1/things/1', '/v1', '/v1/']) await client.get(path).expect(503)
  for (const path of ['/', '/v1x', '/V1/things/1', '/v2/v1/things']) await client.get(path).expect(404)
  expect(lines).toEqual([])
})
