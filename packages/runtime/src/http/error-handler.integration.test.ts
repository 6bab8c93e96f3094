import { RejectedError, TransientError } from '@signalpost/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createLogger } from '../logging/create-logger.ts'
import { type Listener, listen } from '../server/listen.ts'
import { createApp } from './create-app.ts'
import { errorHandler } from './error-handler.ts'
import { methodNotAllowed, notFound } from './unrouted.ts'

const storeAway = new Error('the store is away')
const failures: Record<string, unknown> = {
  rejected: new RejectedError('invalid_request', 'The request is invalid.', {
    issues: [{ path: 'limit', message: 'expected number' }],
  }),
  transient: new TransientError('later', { retryAfterMs: 4_200 }),
  store: storeAway,
  bug: new Error('a secret detail'),
  text: 'thrown text',
}
let lines = ''
let server: Listener

beforeAll(async () => {
  const logger = createLogger({ name: 'test', destination: { write: (line) => (lines += line) } })
  const app = createApp()
  app.get('/fail/:how', async ({ params }) => {
    throw failures[params.how]
  })
  app.get('/half', async (_request, response) => {
    response.writeHead(200, { 'content-length': 10 })
    await new Promise((resolve) => response.write('12345', resolve))
    throw new Error('in the middle')
  })
  app
    .route('/only')
    .get(notFound)
    .all(methodNotAllowed(['GET', 'HEAD']))
  app.use(notFound)
  app.use(errorHandler({ logger, isStoreFault: (error) => error === storeAway }))
  server = await listen({ handler: app, host: '127.0.0.1', port: 0 })
})

afterAll(() => server.close())
beforeEach(() => {
  lines = ''
})

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${server.port}${path}`, init)

test("errorHandler answers a rejection with its code's status, its message and its issues, and logs nothing", async () => {
  const response = await get('/fail/rejected')
  expect(response.status).toBe(400)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    message: 'The request is invalid.',
    code: 'invalid_request',
    detail: [{ path: 'limit', message: 'expected number' }],
  })
  expect(lines).toBe('')
})

test('errorHandler answers 503 with whole seconds to wait for what may succeed later', async () => {
  const response = await get('/fail/transient')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
  expect(await response.json()).toMatchObject({ code: 'unavailable' })
})

test('errorHandler answers 503 for a fault of the store', async () => {
  const response = await get('/fail/store')
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('1')
  expect(JSON.parse(lines)).toMatchObject({ level: 'warn', err: { message: 'the store is away' } })
})

test.each(['bug', 'text'])(
  'errorHandler tells nothing of a %s and logs it with the request id',
  async (how) => {
    const response = await get(`/fail/${how}`, { headers: { 'x-request-id': 'req-1' } })
    expect(response.status).toBe(500)
    expect(await response.json()).toEqual({ message: 'Something went wrong on our side.', code: 'internal' })
    expect(JSON.parse(lines)).toMatchObject({ level: 'error', msg: 'request.failed', requestId: 'req-1' })
    expect(response.headers.get('x-request-id')).toBe('req-1')
  },
)

test('errorHandler breaks the connection when the answer had begun', async () => {
  const response = await get('/half')
  await expect(response.text()).rejects.toThrow()
  expect(JSON.parse(lines)).toMatchObject({ level: 'error', err: { message: 'in the middle' } })
})

test('errorHandler answers 400 for a path with broken percent-encoding', async () => {
  const response = await get('/fail/%ff')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    message: 'The path is not well-formed.',
    code: 'bad_request',
    detail: [{ path: '', message: 'expected a path in UTF-8 in percent-encoding' }],
  })
})

test('errorHandler answers 404 for what nothing serves, a slash at the end and another case included', async () => {
  for (const path of ['/nothing', '/only/', '/ONLY']) {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: 'There is nothing here.', code: 'not_found' })
  }
})

test('errorHandler answers 405 with the methods that a path serves', async () => {
  const response = await get('/only', { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET, HEAD')
})

test('errorHandler says nothing about what it is made of', async () => {
  const response = await get('/nothing')
  expect(response.headers.get('x-powered-by')).toBeNull()
  expect(response.headers.get('etag')).toBeNull()
})
