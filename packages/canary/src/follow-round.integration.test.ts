import { randomBytes, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSecretBox, type Database, type DatabasePool } from '@signalpost/database'
import { createApiKey, createSource, createWorkspace } from '@signalpost/database/access'
import {
  type CanaryLease,
  endCanaryRound,
  leaseCanaryRound,
  listCanaryResults,
  removeCanary,
  saveCanary,
} from '@signalpost/database/canary'
import { canaryOrgId } from '@signalpost/domain'
import { generateSecret } from '@signalpost/signatures'
import { test } from '@signalpost/testing/test'
import { Registry } from 'prom-client'
import { afterAll, beforeEach, expect } from 'vitest'
import { type CanaryMetrics, createCanaryMetrics } from './canary-metrics.ts'
import { followRound } from './follow-round.ts'

const secretBox = createSecretBox(randomBytes(32))
const leaseMs = 60_000
const nowhere = 'http://127.0.0.1:1'
let database: Database
let pool: DatabasePool
let registry: Registry
let metrics: CanaryMetrics
let sourceId: string
/** Stands for the intake and the API: it answers what the test asks for. */
let front: Server
let answers: { hook: number; result: number }
let requests: string[]

test.beforeAll(async ({ connection }) => {
  ;({ database, pool } = connection)
  const workspace = { orgId: canaryOrgId, name: 'Canary', plan: 'canary', accountIntelligence: false }
  await createWorkspace(database, { ...workspace, analysisAllowance: 0 })
  const limits = { toleranceSeconds: 300, ratePerMinute: null }
  const source = { orgId: canaryOrgId, name: 'Canary', scheme: 'service-v1', settings: {}, ...limits }
  ;({ sourceId } = await createSource(database, secretBox, { ...source, secret: generateSecret() }))
  front = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response
      .writeHead(request.method === 'POST' ? answers.hook : answers.result)
      .end(JSON.stringify({ status: 'accepted', deliveryId: 'dlv_1', eventId: 'evt_1' }))
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
})

afterAll(() => new Promise((resolve) => front.close(resolve)))

beforeEach(async () => {
  answers = { hook: 202, result: 200 }
  requests = []
  registry = new Registry()
  metrics = createCanaryMetrics(registry)
  await removeCanary(database)
})

test('follows a round to the API, and is due again after its interval', async () => {
  const round = await lease()
  await follow(round)
  expect(await results()).toEqual({ intake: null, api: null })
  expect(requests).toEqual([`POST /hooks/${sourceId}`, expect.stringMatching(/^GET \/v1\/results\/sig_/)])
  await endCanaryRound(database, round)
  expect(await leaseCanaryRound(database, secretBox, { leaseMs })).toBeUndefined()
})

test.for([
  { name: 'answers 401', hook: 401, base: undefined, error: /^the intake answers 401, for 1 s$/ },
  { name: 'gives no answer', hook: 202, base: nowhere, error: /^the intake gives no answer at .+, for 1 s$/ },
])('names the intake when it $name, and looks no further', async ({ hook, base, error }) => {
  answers.hook = hook
  const before = await failures()
  await follow(await lease(), base)
  expect(await results()).toEqual({ intake: expect.stringMatching(error) })
  expect(requests.every((one) => one.startsWith('POST'))).toBe(true)
  expect(before).toEqual({ intake: 0, api: 0, channel: 0, warehouse: 0 })
  expect(await failures()).toEqual({ intake: 1, api: 0, channel: 0, warehouse: 0 })
})

test('says what it waited for when the API does not have the signal in time', async () => {
  answers.result = 404
  await follow(await lease())
  expect(await results()).toEqual({ intake: null, api: 'the API does not know the signal, for 1 s' })
})

test('keeps since when a stage fails, until it is reached again', async () => {
  answers.result = 500
  await follow(await lease())
  const [first] = (await listCanaryResults(database)).filter(({ stage }) => stage === 'api')
  await dueAgain()
  await follow(await leaseNext())
  const [second] = (await listCanaryResults(database)).filter(({ stage }) => stage === 'api')
  expect(second?.failingSince).toEqual(first?.failingSince)
  expect(second?.at.getTime()).toBeGreaterThan(first?.at.getTime() ?? 0)
  answers.result = 200
  await dueAgain()
  await follow(await leaseNext())
  expect(await results()).toEqual({ intake: null, api: null })
})

test('is followed by one worker at a time', async () => {
  await lease()
  await dueAgain({ isOver: false })
  expect(await leaseCanaryRound(database, secretBox, { leaseMs })).toBeUndefined()
})

test('goes to the worker that follows earlier rounds while they are in flight, and to no other', async () => {
  const first = await lease()
  await dueAgain({ isOver: false })
  const held = first.token
  expect(await leaseCanaryRound(database, secretBox, { leaseMs, held: randomUUID() })).toBeUndefined()
  const second = await leaseCanaryRound(database, secretBox, { leaseMs, held })
  expect(second?.token).toBe(held)
  await follow(first)
  expect(await results()).toEqual({ intake: null, api: null })
  // A lease that is over may be another worker's by now.
  await dueAgain()
  expect((await leaseCanaryRound(database, secretBox, { leaseMs, held }))?.token).not.toBe(held)
})

test('records nothing once the worker stops, or the canary is disabled or changed', async () => {
  const stopping = new AbortController()
  stopping.abort()
  await follow(await lease(), undefined, stopping.signal)
  expect(await results()).toEqual({})

  const before = await leaseNext()
  await save()
  await follow(before)
  expect(await results()).toEqual({})

  const last = await leaseNext()
  await removeCanary(database)
  await follow(last)
  expect(await results()).toEqual({})
})

async function save(): Promise<void> {
  const key = await createApiKey(database, { orgId: canaryOrgId, scopes: ['signals:read'] })
  const watched = { channelId: null, warehouseId: null, everyMs: 60_000 }
  await saveCanary(database, secretBox, { sourceId, ...key, ...watched })
}

async function lease(): Promise<CanaryLease> {
  await save()
  return leaseNext()
}

async function leaseNext(): Promise<CanaryLease> {
  await dueAgain()
  return (await leaseCanaryRound(database, secretBox, { leaseMs })) ?? expect.unreachable('no round is due')
}

async function dueAgain({ isOver = true } = {}): Promise<void> {
  await pool.query(
    'update canary set due_at = now(), leased_until = case when not $1 then leased_until end',
    [isOver],
  )
}

async function follow(round: CanaryLease, base?: string, signal = new AbortController().signal) {
  const url = base ?? `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  const services = { database, pool, secretBox, dataDir: '', intakeUrl: url, apiUrl: url, nowMs: Date.now }
  await followRound(services, round, { metrics, signal, isOvertaken: () => false, limitMs: 1_000 })
}

/** Returns why each stage failed; null where it was reached. */
async function results(): Promise<Record<string, string | null>> {
  return Object.fromEntries((await listCanaryResults(database)).map(({ stage, error }) => [stage, error]))
}

async function failures(): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('signalpost_canary_failures_total')?.get()
  return Object.fromEntries((metric?.values ?? []).map(({ labels, value }) => [labels.stage, value]))
}
