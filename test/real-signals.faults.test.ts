import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createApiKey } from '@signalpost/database/access'
import { parseInstant } from '@signalpost/domain'
import { migrateQueues } from '@signalpost/queues'
import { waitUntil } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { type Product, startProduct } from './support/product/start-product.ts'
import { readRealSignals } from './support/real-signals.ts'
import { createSources } from './support/sending/create-sources.ts'
import { sendSigned } from './support/sending/send-signed.ts'
import type { SignedSource } from './support/sending/sender.ts'

const { lines } = readRealSignals()

type RealSignal = Record<string, unknown> & {
  id: string
  orgId: string
  firstSeenAt: string
  publishedAt?: string
}
const signals: RealSignal[] = lines.map((line) => JSON.parse(line))

const perRequest = 100
const readAtOnce = 16
const agent = new Agent({ keepAlive: true, maxSockets: readAtOnce })
const apiKeys = new Map<string, string>()
const sentBodies = new Map<string, Buffer>()

let client: pg.Client
let product: Product

test.beforeAll(async ({ testDatabase, database }) => {
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  client = new pg.Client(testDatabase.url)
  await client.connect()
  const masterKey = randomBytes(32).toString('base64')
  const orgIds = [...new Set(signals.map((signal) => signal.orgId))]
  const sources = await createSources(
    { databaseUrl: testDatabase.url, masterKey },
    { orgIds, sourcesEach: 1 },
  )
  for (const orgId of orgIds) {
    apiKeys.set(orgId, (await createApiKey(database, { orgId, scopes: ['signals:read'] })).apiKey)
  }
  product = await startProduct({
    databaseUrl: testDatabase.url,
    masterKey,
    counts: { intake: 1, worker: 1, api: 1 },
    env: { SIGNALPOST_RATE_PER_MINUTE: '1000000' },
  })
  for (const source of sources.flat()) await sendAllOf(source)
  await waitUntil('everything is settled', isSettled, { limitMs: 120_000, intervalMs: 100 })
}, 240_000)

afterAll(async () => {
  agent.destroy()
  await client.end()
  await product.stop()
})

test(`keeps the bytes of all ${signals.length} signals as they were sent`, async () => {
  const { rows } = await client.query<{ id: string; body: Buffer }>(
    'select request_id as id, body from requests',
  )
  expect(rows).toHaveLength(sentBodies.size)
  for (const { id, body } of rows) expect(sentBodies.get(id)?.equals(body)).toBe(true)
  const statuses = await client.query('select status, count(*)::int from deliveries group by status')
  expect(statuses.rows).toEqual([{ status: 'applied', count: signals.length }])
})

test(`lists all ${signals.length} signals with the values that were sent`, async () => {
  const listed = await Promise.all([...apiKeys.keys()].map(listSignals))
  const sent = new Map(signals.map((signal) => [signal.id, asAnswered(signal)]))
  for (const signal of listed.flat()) {
    expect(signal).toEqual(sent.get(signal.id))
    sent.delete(signal.id)
  }
  expect([...sent.keys()]).toEqual([])
}, 240_000)

test('returns every signal by its id with the values that were sent', async () => {
  const rest = [...signals]
  const readOn = async (): Promise<void> => {
    for (let signal = rest.pop(); signal !== undefined; signal = rest.pop()) {
      const { orgId, id } = signal
      expect(await read(orgId, `/v1/results/${encodeURIComponent(id)}`)).toEqual(asAnswered(signal))
    }
  }
  await Promise.all(Array.from({ length: readAtOnce }, readOn))
}, 240_000)

/** As the API returns it: times are in UTC to the millisecond, and `postedAt` is computed. */
function asAnswered(signal: RealSignal): unknown {
  return inUtc({ ...signal, postedAt: signal.publishedAt ?? signal.firstSeenAt })
}

function inUtc(value: unknown): unknown {
  if (Array.isArray(value)) return value
  if (typeof value !== 'object' || value === null) return value
  const moments = new Set(['postedAt', 'firstSeenAt', 'publishedAt', 'readAt', 'alertedAt', 'at'])
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      moments.has(name) && typeof member === 'string' ? parseInstant(member) : inUtc(member),
    ]),
  )
}

async function sendAllOf(source: SignedSource): Promise<void> {
  const own = signals.filter((signal) => signal.orgId === source.orgId)
  for (let start = 0; start < own.length; start += perRequest) {
    const events = own.slice(start, start + perRequest).map((signal) => ({
      id: `evt_${signal.id}`,
      type: 'signal.created',
      occurredAt: '2026-11-19T00:00:00.000Z',
      orgId: source.orgId,
      data: { signal },
    }))
    const body = Buffer.from(JSON.stringify(events))
    const [intakeUrl = ''] = product.intakeUrls()
    const answer = await sendSigned(intakeUrl, source, { body, agent, timeoutMs: 30_000 })
    expect(answer.status, answer.body).toBe(202)
    // The request has the id of its first delivery.
    sentBodies.set(JSON.parse(answer.body).deliveries[0].deliveryId, body)
  }
}

async function isSettled(): Promise<boolean> {
  const { rows } = await client.query("select 1 from deliveries where status = 'queued' limit 1")
  return rows.length === 0
}

async function listSignals(orgId: string): Promise<RealSignal[]> {
  const items: RealSignal[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const path = `/v1/results?limit=100&postedAfter=0000-01-01T00:00:00.000Z${after}`
    const page = (await read(orgId, path)) as { items: RealSignal[]; nextCursor: string | null } // as the API describes it
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

function read(orgId: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${apiKeys.get(orgId)}` }
    const port = product.apis[0]?.port()
    request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
      text(response).then((body) => {
        expect(response.statusCode, body).toBe(200)
        resolve(JSON.parse(body))
      }, reject)
    })
      .on('error', reject)
      .end()
  })
}
