import { Registry } from 'prom-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { noNetworks } from '../config/networks.ts'
import { createLogger } from '../logging/create-logger.ts'
import { type Listener, listen } from '../server/listen.ts'
import { createApp } from './create-app.ts'
import { errorHandler } from './error-handler.ts'
import { createRequestObserver, observeRequests } from './observe-requests.ts'
import { notFound } from './unrouted.ts'

const registry = new Registry()
let lines: Record<string, unknown>[] = []
let server: Listener

beforeAll(async () => {
  const write = (line: string) => lines.push(JSON.parse(line))
  const logger = createLogger({ name: 'test', destination: { write } })
  const app = createApp()
  const observe = createRequestObserver({
    ...{ logger, registry, trustedProxies: noNetworks },
    histogram: { name: 'request_seconds', help: 'Time to the end of the answer.', buckets: [1] },
    refusals: 'refusals_total',
  })
  app.use('/known', (request, response, next) => {
    observe(request, response, () => ({
      ...{ route: '/known/stream', isEndless: true },
      caller: { keyId: 'key_1' },
      refusal: response.locals.refusal,
    }))
    next()
  })
  app.get('/known/stream', (_, response) => response.send('ok'))
  app.use(observeRequests(observe))
  app.get('/things/:id', (_, response) => response.status(203).send('ok'))
  app.get('/half', async (_, response) => {
    response.writeHead(200, { 'content-length': 10 })
    await new Promise((resolve) => response.write('12345', resolve))
    response.destroy()
  })
  app.use(notFound)
  app.use(errorHandler({ logger, isStoreFault: () => false }))
  server = await listen({ handler: app, host: '127.0.0.1', port: 0 })
})

afterAll(() => server.close())

beforeEach(() => {
  lines = []
  registry.getSingleMetric('request_seconds')?.reset()
})

test('observes a request by the path as it is declared', async () => {
  await request('/things/one')
  await request('/things/two')
  expect(await observations()).toEqual([{ method: 'GET', route: '/things/:id', status: 203, count: 2 }])
  const line = {
    ...{ msg: 'request.answered', method: 'GET', route: '/things/:id', status: 203, isWhole: true },
    ...{ address: '127.0.0.1', durationMs: expect.any(Number), requestId: expect.any(String) },
  }
  expect(lines).toMatchObject([line, line])
})

test('keeps what no route matches in one series, whatever its path and method', async () => {
  await request('/one')
  await request('/two', 'DELETE')
  expect(await observations()).toEqual([{ method: 'any', route: 'none', status: 404, count: 2 }])
  expect(lines.map(({ method, route }) => [method, route])).toEqual([
    ['GET', 'none'],
    ['DELETE', 'none'],
  ])
})

test('counts refusals by the code of their error, each from 0', async () => {
  const refusals = async (code: string) =>
    (await registry.getSingleMetric('refusals_total')?.get())?.values.find(
      ({ labels }) => labels.code === code,
    )?.value
  expect(await refusals('rate_limited')).toBe(0)
  const before = (await refusals('not_found')) ?? 0
  await request('/one')
  await request('/things/one')
  expect(await refusals('not_found')).toBe(before + 1)
})

test('logs an endless answer with its caller, and leaves it out of the histogram', async () => {
  await request('/known/stream')
  expect(await observations()).toEqual([])
  expect(lines).toMatchObject([{ route: '/known/stream', status: 200, keyId: 'key_1' }])
})

test('says of an answer that was cut off that it is not whole', async () => {
  await expect(request('/half')).rejects.toThrow()
  expect(await observations()).toEqual([{ method: 'GET', route: '/half', status: 200, count: 1 }])
  expect(lines).toMatchObject([{ route: '/half', isWhole: false }])
})

/** Returns once the request was observed, which is after its answer. */
async function request(path: string, method = 'GET'): Promise<void> {
  const before = lines.length
  try {
    await fetch(`http://127.0.0.1:${server.port}${path}`, { method }).then((answer) => answer.text())
  } finally {
    await expect.poll(() => lines.length).toBe(before + 1)
  }
}

async function observations(): Promise<Record<string, unknown>[]> {
  const [metric] = await registry.getMetricsAsJSON()
  const values: { metricName?: string; value: number; labels: Record<string, unknown> }[] =
    metric?.values ?? []
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .map(({ labels, value }) => ({ ...labels, count: value }))
}
