import { type Collector, startCollector, waitUntil } from '@signalpost/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTracing } from './start-tracing.ts'
import { parseTraceparent } from './traceparent.ts'
import { withinSpan } from './tracer.ts'
import type { ExportFailure, Tracing, TracingSettings } from './tracing.ts'

let collector: Collector
let tracing: Tracing | undefined
const failures: ExportFailure[] = []

beforeEach(async () => {
  collector = await startCollector()
  failures.length = 0
})

afterEach(async () => {
  await tracing?.stop()
  await collector.close()
})

async function open(changes: Partial<TracingSettings> = {}): Promise<Tracing> {
  tracing = await startTracing(
    {
      ...{ endpoint: collector.url, headers: {}, timeoutMs: 10_000, resourceAttributes: {} },
      ...{ sampler: 'parentbased_always_on', samplerRatio: 1, ...changes },
    },
    { name: 'intake', version: '1.2.3', onFailure: (failure) => failures.push(failure) },
  )
  return tracing
}

test('sends spans with their parents, links, times and attributes', async () => {
  const { tracer, stop } = await open({
    headers: { 'x-tenant': 'one' },
    resourceAttributes: { 'deployment.environment.name': 'test', 'service.name': 'other' },
  })
  const startedAtMs = performance.now() - 1_000
  const first = tracer.startSpan('first', { kind: 'server', startedAtMs, attributes: { a: 1, b: undefined } })
  const second = tracer.startSpan('second', { parent: first.traceparent })
  second.set({ c: 'd' })
  second.end({ error: Object.assign(new Error('postgres://user:secret@host'), { code: 'ECONNREFUSED' }) })
  first.end()
  tracer.startSpan('third', { links: [first.traceparent, 'no traceparent'] }).end({ error: '503' })
  await stop()

  const { path, headers } = collector.requests[0] ?? expect.unreachable()
  expect([path, headers['x-tenant']]).toEqual(['/v1/traces', 'one'])
  const [child, parent, linked] = collector.spans
  expect(parent).toMatchObject({
    ...{ name: 'first', service: 'signalpost-intake', kind: 2, isFailed: false, attributes: { a: 1 } },
    resource: { 'deployment.environment.name': 'test', 'service.version': '1.2.3' },
    parentSpanId: undefined,
  })
  expect((parent?.endMs ?? 0) - (parent?.startMs ?? 0)).toBeGreaterThanOrEqual(999)
  expect(child).toMatchObject({ traceId: parent?.traceId, parentSpanId: parent?.spanId, isFailed: true })
  expect(child?.attributes).toEqual({ c: 'd', 'error.type': 'ECONNREFUSED' })
  const { traceId, spanId } = parseTraceparent(first.traceparent) ?? expect.unreachable()
  expect(linked).toMatchObject({ links: [{ traceId, spanId }], attributes: { 'error.type': '503' } })
  expect(linked?.traceId).not.toBe(traceId)
  expect(failures).toEqual([])
})

test('continues the trace of a parent as sampled or not, and begins one without a valid parent', async () => {
  const { tracer, stop } = await open({ sampler: 'parentbased_always_off' })
  const parent = (flags: string) => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-${flags}`
  expect(tracer.startSpan('sampled', { parent: parent('01') })).toMatchObject({ isSampled: true })
  const unsampled = tracer.startSpan('unsampled', { parent: parent('00') })
  expect(unsampled.traceparent).toMatch(/^00-a{32}-[0-9a-f]{16}-00$/)
  expect(tracer.startSpan('new', { parent: 'nonsense' }).traceparent).toMatch(
    /^00-(?!a{32})[0-9a-f]{32}-.*-00$/,
  )
  await stop()
})

test('samples the share of new traces that is asked for', async () => {
  const { tracer } = await open({ sampler: 'parentbased_traceidratio', samplerRatio: 0.5 })
  const sampled = Array.from({ length: 1_000 }, () => tracer.startSpan('one')).filter(
    ({ isSampled }) => isSampled,
  )
  expect(sampled.length).toBeGreaterThan(300)
  expect(sampled.length).toBeLessThan(700)
})

test('ends the span of work that fails, and passes the error on', async () => {
  const { tracer, stop } = await open()
  const fault = new TypeError('a text of strangers')
  await expect(withinSpan(tracer, { name: 'work' }, () => Promise.reject(fault))).rejects.toBe(fault)
  expect(await withinSpan(undefined, { name: 'work' }, async (span) => span)).toBeUndefined()
  await stop()
  expect(collector.spans).toMatchObject([{ isFailed: true, attributes: { 'error.type': 'TypeError' } }])
  expect(JSON.stringify(collector.spans)).not.toContain('strangers')
})

test('reports a collector that refuses once, and later spans still arrive', async () => {
  collector.troubles.push(400, 400)
  const { tracer, stop } = await open()
  tracer.startSpan('lost').end()
  await waitUntil('the first refusal', () => failures.length > 0)
  tracer.startSpan('lost too').end()
  await waitUntil('the second refusal', () => collector.troubles.length === 0)
  tracer.startSpan('kept').end()
  await stop()
  expect(collector.spans.map(({ name }) => name)).toEqual(['kept'])
  expect(failures).toMatchObject([{ spans: 1, error: expect.any(Error) }])
})

test('stops although the collector is silent or away', async () => {
  collector.troubles.push('silent')
  const silent = await open({ timeoutMs: 60_000 })
  silent.tracer.startSpan('lost').end()
  await silent.stop()
  const away = await open({ endpoint: 'http://127.0.0.1:1' })
  away.tracer.startSpan('lost').end()
  await away.stop()
  expect(collector.spans).toEqual([])
})
