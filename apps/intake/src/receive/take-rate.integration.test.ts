import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, expect } from 'vitest'
import { deliver, jsonType } from '../test-support/deliver.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'
import { readLedger } from '../test-support/read-ledger.ts'

const minuteMs = 60_000
const minuteStartMs = Math.floor(Date.now() / minuteMs) * minuteMs

let store: TestStore
let intakes: TestIntake[]
let sources: TestSource[]
let nowMs: number

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  sources = []
  for (const ratePerMinute of [3, 3, 3, 3, 3, 40]) sources.push(await store.addSource({ ratePerMinute }))
  const options = { nowMs: () => nowMs }
  nowMs = minuteStartMs
  intakes = [await openIntake(store, options), await openIntake(store, options)]
})

beforeEach(() => {
  nowMs = minuteStartMs + 17_500
})

afterAll(async () => {
  await Promise.all(intakes.map((intake) => intake.stop()))
  await store.close()
})

/** Returns a source that no other test has used up. */
function nextSource(): TestSource {
  const source = sources.shift()
  if (source === undefined) throw new Error('every source is in use')
  return source
}

function send(source: TestSource, parts: Parameters<typeof deliver>[2] = {}, index = 0) {
  return deliver({ port: intakes[index]?.port ?? 0 }, source, { atMs: nowMs, ...parts })
}

test('refuses what is more than the rate, and says when the next minute begins', async () => {
  const source = nextSource()
  for (let count = 0; count < 3; count += 1) expect((await send(source)).status).toBe(202)
  const refused = await send(source)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '43'])
  expect(JSON.parse(refused.body)).toEqual({
    message: 'The source sends faster than its limit.',
    code: 'rate_limited',
  })
  nowMs = minuteStartMs + minuteMs - 1
  expect((await send(source)).headers['retry-after']).toBe('1')
  nowMs = minuteStartMs + minuteMs
  expect((await send(source)).status).toBe(202)
  expect(await readLedger(store, source.sourceId)).toHaveLength(4)
})

test('counts only what is verified', async () => {
  const source = nextSource()
  for (let count = 0; count < 10; count += 1) {
    expect((await send(source, { headers: [jsonType] })).status).toBe(401)
    expect((await send(source, { atMs: nowMs - 400_000 })).status).toBe(401)
    expect((await send(source, { method: 'PUT' })).status).toBe(405)
  }
  for (let count = 0; count < 3; count += 1) expect((await send(source)).status).toBe(202)
  expect((await send(source)).status).toBe(429)
})

test('counts what is verified and then refused', async () => {
  const source = nextSource()
  for (let count = 0; count < 3; count += 1) expect((await send(source, { body: '{' })).status).toBe(400)
  expect((await send(source)).status).toBe(429)
})

test('of one source is not used up by another', async () => {
  const [one, other] = [nextSource(), nextSource()]
  for (let count = 0; count < 4; count += 1) await send(one)
  expect((await send(one)).status).toBe(429)
  for (let count = 0; count < 3; count += 1) expect((await send(other)).status).toBe(202)
})

test('is one for all intakes', async () => {
  const source = nextSource()
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, index) => send(source, {}, index % intakes.length)),
  )
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(40)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(80)
})
