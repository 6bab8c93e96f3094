import { type Answer, sendRequest } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, expect } from 'vitest'
import { deliver, jsonType, newEvent } from './test-support/deliver.ts'
import { openIntake, type TestIntake } from './test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from './test-support/open-store.ts'
import { readDeliveries } from './test-support/read-ledger.ts'
import { sendContinuously } from './test-support/send-continuously.ts'

let store: TestStore
let intakes: [TestIntake, TestIntake]
let source: TestSource

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  source = await store.addSource()
  intakes = [await openIntake(store), await openIntake(store, { metricsToken: 'metrics-token' })]
})

afterAll(async () => {
  await Promise.all(intakes.map((intake) => intake.stop()))
  await store.close()
})

function get(path: string, headers: [string, string][] = [], index: 0 | 1 = 0): Promise<Answer> {
  return sendRequest(intakes[index].url, { method: 'GET', path, headers })
}

async function sampleOf(name: string): Promise<number> {
  const { body } = await get('/metrics')
  const lines = body.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

test('an intake is alive and ready', async () => {
  expect(await get('/healthz')).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  expect(await get('/readyz')).toMatchObject({ status: 200, body: '{"status":"ready"}' })
  expect((await sendRequest(intakes[0].url, { path: '/readyz' })).status).toBe(405)
})

test('an intake counts what it accepted, what it refused and why, and how it was stored', async () => {
  const names = [
    'signalpost_deliveries_accepted_total',
    'signalpost_hook_answer_seconds_count{process="intake",status="202"',
    'signalpost_hook_answer_seconds_count{process="intake",status="401"',
    'signalpost_requests_refused_total{reason="missing"',
    'signalpost_requests_refused_total{reason="invalid_event"',
    'signalpost_flush_deliveries_count',
    'signalpost_flush_deliveries_sum',
    'signalpost_flush_seconds_count',
  ]
  const samples = async () => {
    const { body } = await get('/metrics')
    return names.map((name) => {
      const line = body.split('\n').find((text) => text.startsWith(name))
      return Number(line?.split(' ').at(-1) ?? 0)
    })
  }
  const before = await samples()
  await deliver(intakes[0], source, { body: JSON.stringify([newEvent(), newEvent(), newEvent()]) })
  await deliver(intakes[0], source)
  await deliver(intakes[0], source, { headers: [jsonType] })
  await deliver(intakes[0], source, { body: '{}' })
  const after = await samples()
  expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([4, 2, 1, 1, 1, 2, 4, 2])
  const { body } = await get('/metrics')
  for (const name of ['signalpost_waiting_deliveries', 'signalpost_store_faults_total', 'nodejs_']) {
    expect(body).toContain(`\n# HELP ${name}`)
  }
  // A rate sees the first refusal only if the series was there before.
  expect(body).toContain('signalpost_requests_refused_total{reason="rate_limited",process="intake"} 0')
  expect(await sampleOf('signalpost_requests_refused_total')).toBeGreaterThanOrEqual(2)
})

test('an intake shows its metrics to no client behind a proxy without the token', async () => {
  const forwarded: [string, string] = ['x-forwarded-for', '192.0.2.1']
  expect((await get('/metrics', [forwarded])).status).toBe(403)
  expect((await get('/metrics', [forwarded, ['authorization', 'Bearer metrics-token']], 1)).status).toBe(200)
  expect((await get('/metrics', [forwarded, ['authorization', 'Bearer other']], 1)).status).toBe(403)
})

test('an intake writes one line for each batch, and nothing of what came', async () => {
  const secretInput = 'do-not-log'
  await deliver(intakes[0], source, { body: JSON.stringify(newEvent({ data: { secretInput } })) })
  await deliver(intakes[0], source, { body: JSON.stringify({ secretInput }) })
  const last = intakes[0].log().trim().split('\n').at(-1) ?? ''
  expect(JSON.parse(last)).toMatchObject({
    level: 'info',
    msg: 'batch.stored',
    batchId: expect.stringMatching(/^bat_/),
    requests: 1,
    deliveries: 1,
    durationMs: expect.any(Number),
  })
  expect(intakes[0].log()).not.toContain(secretInput)
  expect(intakes[0].log()).not.toContain(source.secret)
})

test('two intakes on one database take what they are sent, each delivery once', async () => {
  const loads = intakes.map((intake) => sendContinuously(intake, source))
  await Promise.all(loads.map((load) => load.untilAccepted(150)))
  await Promise.all(loads.map((load) => load.stop()))
  const answers = loads.flatMap((load) => load.answers)
  expect(loads.flatMap((load) => load.errors)).toEqual([])
  expect(answers.filter(({ status }) => status !== 202)).toEqual([])
  const ids = answers.map(({ body }): string => JSON.parse(body).deliveryId)
  expect(new Set(ids).size).toBe(ids.length)
  const rows = await readDeliveries(store, ids)
  expect(rows.map(({ eventId }) => eventId)).toEqual(answers.map(({ body }) => JSON.parse(body).eventId))
})
