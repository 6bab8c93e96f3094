import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecretBox, type Database, type DatabasePool } from '@signalpost/database'
import { createApiKey } from '@signalpost/database/access'
import { createChannel } from '@signalpost/database/rules'
import { createWarehouse } from '@signalpost/database/warehouses'
import { migrateQueues } from '@signalpost/queues'
import { generateSecret, signServiceV1 } from '@signalpost/signatures'
import {
  type Answer,
  type CollectedSpan,
  type Collector,
  sendRequest,
  startCollector,
  startWebhookReceiver,
  type WebhookReceiver,
  waitUntil,
} from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { array, integer, sample } from 'fast-check'
import { afterAll, afterEach, describe, expect } from 'vitest'
import { backendCases } from './support/backend-cases.ts'
import { type QueueStore, startQueueStore } from './support/product/queue-store.ts'
import { type Product, type ProductOptions, startProduct } from './support/product/start-product.ts'
import { createSources } from './support/sending/create-sources.ts'
import type { SignedSource } from './support/sending/sender.ts'

// The traces of a running product, as a collector receives them.

const orgId = 'org_acme'
const masterKey = randomBytes(32).toString('base64')
const channelSecret = generateSecret()
/** Of every event, so that one can be sent twice. */
const sentAt = new Date(Date.now() - 60_000).toISOString()
const strangersText = 'A text of strangers'
let database: Database
let pool: DatabasePool
let databaseUrl: string
let receiver: WebhookReceiver
let collector: Collector
let source: SignedSource
let apiKey: string
let product: Product | undefined
let queueStore: QueueStore | undefined

test.beforeAll(async ({ testDatabase, connection }) => {
  databaseUrl = testDatabase.url
  ;({ database, pool } = connection)
  await migrateQueues({ kind: 'postgres', url: databaseUrl })
  receiver = await startWebhookReceiver({ secrets: [channelSecret] })
  collector = await startCollector()
  const [sources = []] = await createSources({ databaseUrl, masterKey }, { orgIds: [orgId], sourcesEach: 1 })
  source = sources[0] ?? expect.unreachable('there is no source')
  ;({ apiKey } = await createApiKey(database, { orgId, scopes: ['signals:read'] }))
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  await createChannel(database, secretBox, {
    ...{ orgId, kind: 'webhook', name: 'Watch', settings: { url: receiver.url, events: [] } },
    secrets: { secret: channelSecret },
  })
  await createWarehouse(database, secretBox, {
    ...{ orgId, kind: 'postgres', name: 'Lake', location: 'lake', intervalMs: 1_000 },
    ...{
      settings: { schema: 'lake' },
      secrets: { url: databaseUrl },
      excludesPersonal: false,
      hasBounds: false,
    },
  })
}, 120_000)

afterEach(async () => {
  await product?.stop()
  await queueStore?.stop()
  product = undefined
  queueStore = undefined
})

afterAll(async () => {
  await receiver.close()
  await collector.close()
})

async function start(
  counts: ProductOptions['counts'],
  { env, ...stores }: { env?: Record<string, string>; redisUrl?: string | undefined } = {},
): Promise<Product> {
  product = await startProduct({
    ...{ databaseUrl, masterKey, counts, ...stores },
    env: {
      SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
      NODE_EXTRA_CA_CERTS: receiver.caPath,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      ...env,
    },
  })
  return product
}

/** Sends the event of a new signal, as a sender does that is in the middle of a trace. */
async function send(id: string, traceparent?: string): Promise<Answer> {
  const signal = {
    ...{ id, orgId, listenerId: 'lsn_1', source: 'reddit', url: `https://example.com/${id}` },
    ...{ title: strangersText, excerpt: strangersText, rationale: 'They ask for it.' },
    ...{ postedAt: sentAt, firstSeenAt: sentAt, matchedKeywords: ['help'], relevanceScore: 90 },
    ...{ classification: 'high_intent', urgency: 'immediate' },
  }
  const event = { id: `evt_${id}`, type: 'signal.created', occurredAt: sentAt, orgId, data: { signal } }
  const body = Buffer.from(JSON.stringify(event))
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  return sendRequest(product?.intakeUrls()[0] ?? '', {
    path: `/hooks/${source.sourceId}?token=secret-of-a-query`,
    headers: [
      ['content-type', 'application/json'],
      ['x-service-signature', signServiceV1({ secret: source.secret, timestampSeconds, body })],
      ...(traceparent === undefined ? [] : [['traceparent', traceparent] as const]),
    ],
    body,
  })
}

const newTrace = () => {
  const traceId = randomBytes(16).toString('hex')
  const spanId = randomBytes(8).toString('hex')
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
}

const spansOf = (traceId: string): CollectedSpan[] =>
  collector.spans.filter((span) => span.traceId === traceId)

async function spanOf(traceId: string, name: string): Promise<CollectedSpan> {
  const find = () => spansOf(traceId).find((span) => span.name === name)
  await waitUntil(`the span ${name}`, () => find() !== undefined)
  return find() ?? expect.unreachable()
}

describe.for(backendCases.filter(({ backend }) => backend !== 'redis-cluster'))(
  'with the queue on $backend',
  ({ backend, isMissing }) => {
    test.skipIf(isMissing)(
      'one delivery is one trace, from its sender to the warehouse',
      {
        timeout: 240_000,
      },
      async () => {
        queueStore = await startQueueStore(backend, { databaseUrl })
        const running = await start({ intake: 1 }, { redisUrl: queueStore.redisUrl })
        const swept = newTrace()
        expect((await send(`sig_swept_${backend}`, swept.traceparent)).status).toBe(202)
        await spanOf(swept.traceId, 'INSERT deliveries')
        // Its job is lost, if the intake has enqueued it yet.
        await queueStore.deleteRandomJobs(10)
        await pool.query(`update deliveries set due_at = now() where status = 'queued'`)
        await running.addProcess('worker')
        expect((await spanOf(swept.traceId, 'apply delivery')).parentSpanId).toBe(
          (await spanOf(swept.traceId, 'POST /hooks/{sourceId}')).spanId,
        )
        await waitUntil('the first webhook', () => receiver.requests.length > 0)

        receiver.requests.length = 0
        receiver.troubles.plan({ status: 503 }, { times: 1 })
        const { traceId, spanId, traceparent } = newTrace()
        expect((await send(`sig_${backend}`, traceparent)).status).toBe(202)
        await spanOf(traceId, 'send webhook')
        // The policy waits 5 s before it tries again.
        await waitUntil('the next attempt', async () => {
          await pool.query(`update messages set due_at = now() where status = 'pending' and is_retry`)
          return spansOf(traceId).filter(({ name }) => name === 'send webhook').length === 2
        })
        const synced = await spanOf(traceId, 'sync row of signals')
        const received = await spanOf(traceId, 'POST /hooks/{sourceId}')
        const stored = await spanOf(traceId, 'INSERT deliveries')
        const applied = await spanOf(traceId, 'apply delivery')
        const announced = await spanOf(traceId, 'announce')
        const sent = spansOf(traceId).filter(({ name }) => name === 'send webhook')

        expect(
          spansOf(traceId).map(({ service, name, parentSpanId }) => [service, name, parentSpanId]),
        ).toEqual(
          expect.arrayContaining([
            ['signalpost-intake', 'POST /hooks/{sourceId}', spanId],
            ['signalpost-intake', 'INSERT deliveries', received.spanId],
            ['signalpost-worker', 'apply delivery', received.spanId],
            ['signalpost-worker', 'announce', applied.spanId],
            ['signalpost-worker', 'send webhook', announced.spanId],
            ['signalpost-worker', 'send webhook', announced.spanId],
            ['signalpost-worker', 'sync row of signals', received.spanId],
          ]),
        )
        expect([received.kind, stored.kind, applied.kind, announced.kind, sent[0]?.kind]).toEqual([
          2, 3, 5, 1, 3,
        ])
        expect(received.attributes).toMatchObject({
          ...{
            'http.request.method': 'POST',
            'http.route': '/hooks/{sourceId}',
            'http.response.status_code': 202,
          },
          ...{ 'signalpost.org_id': orgId, 'signalpost.source_id': source.sourceId },
        })
        expect(applied.attributes).toMatchObject({
          ...{ 'signalpost.status': 'applied', 'signalpost.org_id': orgId, 'signalpost.attempt': 1 },
          'signalpost.delivery_id': expect.stringMatching(/^dlv_/),
        })
        expect(sent.map(({ isFailed, attributes }) => [isFailed, attributes])).toEqual([
          [true, expect.objectContaining({ 'http.response.status_code': 503, 'signalpost.attempt': 1 })],
          [false, expect.objectContaining({ 'http.response.status_code': 204, 'signalpost.attempt': 2 })],
        ])

        // Work on many deliveries has its own trace: the spans link each other.
        for (const [row, batchName] of [
          [applied, 'apply batch'],
          [synced, 'sync signals'],
        ] as const) {
          const [link] = row.links
          const batch = await spanOf(link?.traceId ?? '', batchName)
          expect(batch.spanId).toBe(link?.spanId)
          expect(batch.traceId).not.toBe(traceId)
          expect(batch.links).toContainEqual(expect.objectContaining({ traceId, spanId: received.spanId }))
        }

        // Receivers continue the trace, and the signatures hold as before.
        const requests = receiver.requests.map(({ headers }) => headers.traceparent)
        expect(requests).toEqual(sent.map((one) => `00-${traceId}-${one.spanId}-01`))
        for (const { ownSignatures, standardSignatures } of receiver.requests) {
          expect([ownSignatures, standardSignatures]).toEqual([[0], [0]])
        }

        // Sent again, the same event is another delivery in another trace, in which nothing is announced.
        const again = newTrace()
        expect((await send(`sig_${backend}`, again.traceparent)).status).toBe(202)
        const repeated = await spanOf(again.traceId, 'apply delivery')
        expect(repeated.attributes['signalpost.status']).toBe('duplicate')
        expect(spansOf(again.traceId).map(({ name }) => name)).not.toContain('announce')

        const texts = JSON.stringify(collector.spans)
        for (const secret of [
          strangersText,
          source.secret,
          channelSecret,
          'secret-of-a-query',
          receiver.url,
        ]) {
          expect(texts).not.toContain(secret)
        }
      },
    )
  },
)

test('no bytes in a traceparent break the intake, and a sender’s choice not to sample holds', async () => {
  await start({ intake: 1 })
  const { traceId, spanId } = newTrace()
  // HTTP itself forbids the other bytes in a header.
  const byte = integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f)
  const bytes = array(byte, { maxLength: 80 }).map((codes) => String.fromCharCode(...codes))
  const values = [
    ...sample(bytes, 30),
    `00-${traceId}-${spanId}`,
    `ff-${traceId}-${spanId}-01`,
    '\xe4'.repeat(4_000),
  ]
  const answers = await Promise.all(values.map((value, index) => send(`sig_bytes_${index}`, value)))
  expect(answers.map(({ status }) => status)).toEqual(values.map(() => 202))
  expect((await send('sig_unsampled', `00-${traceId}-${spanId}-00`)).status).toBe(202)
  const { rows } = await pool.query<{ traceparent: string }>(
    `select traceparent from requests join deliveries using (request_id) where event_id like 'evt_sig_bytes_%'`,
  )
  expect(new Set(rows.map(({ traceparent }) => traceparent.split('-')[1])).size).toBe(values.length)
  const unsampled = await pool.query(`select traceparent from requests where traceparent like '%-00'`)
  expect(unsampled.rows[0].traceparent).toContain(traceId)
  await product?.removeProcess(product.intakes[0] ?? expect.unreachable())
  const collected = collector.spans.filter(({ service }) => service === 'signalpost-intake')
  expect(collected.filter((span) => span.traceId === traceId)).toEqual([])
})

test('a request of a key to the API is a span, and one of a stranger is none', async () => {
  const { apis } = await start({ api: 1 })
  const url = `http://127.0.0.1:${apis[0]?.port()}/v1/results?limit=1`
  const known = newTrace()
  const strange = newTrace()
  const ask = (headers: Record<string, string>) => fetch(url, { headers })
  expect((await ask({ traceparent: strange.traceparent })).status).toBe(401)
  const answer = await ask({ traceparent: known.traceparent, authorization: `Bearer ${apiKey}` })
  expect(answer.status).toBe(200)
  const span = await spanOf(known.traceId, 'GET /v1/results')
  expect(span).toMatchObject({ service: 'signalpost-api', parentSpanId: known.spanId, kind: 2 })
  expect(JSON.stringify(span)).not.toContain('limit')
  expect(spansOf(strange.traceId)).toEqual([])
})

test('a collector that is away holds up nothing, and is reported', async () => {
  await start({ intake: 1, worker: 1 }, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } })
  expect((await send('sig_away')).status).toBe(202)
  const isApplied = `select from deliveries where event_id = 'evt_sig_away' and status = 'applied'`
  await waitUntil('the delivery is applied', async () => (await pool.query(isApplied)).rowCount === 1)
  await waitUntil('the report', () => product?.logOf('intake-1').includes('traces.not-exported') === true)
  for (const one of [...(product?.processes ?? [])]) await product?.removeProcess(one)
})

test('without a collector, no process loads OpenTelemetry', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-modules-'))
  const noted = join(directory, 'modules')
  const preload = join(import.meta.dirname, 'support/note-loaded-modules.ts')
  const env = { NOTED_MODULES: noted, NODE_OPTIONS: `--import ${preload}` }
  try {
    await start({ intake: 1, worker: 1, api: 1 }, { env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: '' } })
    expect((await send('sig_off', newTrace().traceparent)).status).toBe(202)
    const isApplied = `select from deliveries where event_id = 'evt_sig_off' and status = 'applied'`
    await waitUntil('the delivery is applied', async () => (await pool.query(isApplied)).rowCount === 1)
    const lines = readFileSync(noted, 'utf8').trim().split('\n')
    const programs = lines.map((line) => /(\w+)(?:\.main\.js|\/src\/main\.ts)$/.exec(line)?.[1])
    expect(programs).toEqual(expect.arrayContaining(['intake', 'worker', 'api']))
    // The metrics' library loads the API's package in any case.
    const loaded = lines.filter((line) => /@opentelemetry\/(?!api\/)|open-tracing/.test(line))
    expect(loaded).toEqual([])
    const stored = await pool.query(
      `select traceparent from requests join deliveries using (request_id) where event_id = 'evt_sig_off'`,
    )
    expect(stored.rows).toEqual([{ traceparent: null }])
    await product?.stop()
    await start({ intake: 1 }, { env })
    expect(readFileSync(noted, 'utf8')).toMatch(/@opentelemetry\/sdk-trace|open-tracing/)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
