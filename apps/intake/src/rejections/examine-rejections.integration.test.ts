import { createHmac } from 'node:crypto'
import { listRejections, listSourceSecrets, rotateSourceSecret } from '@signalpost/database/access'
import { test } from '@signalpost/testing/test'
import { afterAll, beforeEach, expect, vi } from 'vitest'
import { deliver, jsonType, newEvent, signatureOf } from '../test-support/deliver.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'

let store: TestStore
let intake: TestIntake
let source: TestSource

let clockMs = Date.now()
/** Rejections before it belong to the set-up. */
let sinceMs = 0

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  intake = await openIntake(store, { nowMs: () => clockMs })
})

beforeEach(async () => {
  source = await store.addSource()
  // The budget of a second is another one for each test.
  clockMs += 10_000
  await vi.waitFor(async () => expect((await deliver(intake, source, { atMs: clockMs })).status).toBe(202), {
    timeout: 20_000,
  })
  clockMs += 1_000
  sinceMs = clockMs
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

async function findingsOf({ sourceId }: TestSource, count: number) {
  return vi.waitFor(
    async () => {
      const log = (await listRejections(store.database, sourceId)).filter(({ at }) => at.getTime() >= sinceMs)
      expect(log).toHaveLength(count)
      return log.map(({ finding, detail }) => ({ finding, detail }))
    },
    { timeout: 20_000 },
  )
}

const body = JSON.stringify(newEvent())

test('explains a body that was changed after signing, and keeps nothing of the request', async () => {
  const marker = 'a-text-that-must-not-be-kept'
  const signed = JSON.stringify({ ...newEvent(), data: { marker } })
  const headers = signatureOf(source, signed, { atMs: clockMs })
  const answer = await deliver(intake, source, { body: `${signed}\n`, headers: [jsonType, ...headers] })
  expect(answer.status).toBe(401)
  expect(await findingsOf(source, 1)).toEqual([{ finding: 'body_reencoded', detail: 'newline' }])
  const digest = headers[0]?.[1].split('v1=')[1] ?? ''
  for (const table of ['source_rejections', 'source_secret_uses']) {
    const { rows } = await store.pool.query(`select count(*)::int as found from ${table} t
      where t::text like '%${marker}%' or t::text like '%${digest}%'`)
    expect(rows).toEqual([{ found: 0 }])
  }
})

test('names the secret that has ended, and another source of the same workspace only', async () => {
  const { secrets } = await listSourceSecrets(store.database, { sourceId: source.sourceId })
  await rotateSourceSecret(store.database, store.secretBox, {
    ...{ sourceId: source.sourceId, secret: 'the secret after the rotation', overlapMs: 0 },
  })
  await vi.waitFor(async () => expect((await deliver(intake, source, { atMs: clockMs })).status).toBe(401), {
    timeout: 20_000,
    interval: 200,
  })
  clockMs += 2_000
  sinceMs = clockMs
  await deliver(intake, source, { atMs: clockMs })
  expect(await findingsOf(source, 1)).toEqual([{ finding: 'ended_secret', detail: secrets[0]?.secretId }])

  await store.addWorkspace('org_foreign')
  const [other, foreign] = [await store.addSource(), await store.addSource({ orgId: 'org_foreign' })]
  clockMs += 2_000
  await deliver(intake, source, { body, headers: [jsonType, ...signatureOf(other, body, { atMs: clockMs })] })
  clockMs += 2_000
  await deliver(intake, source, {
    body,
    headers: [jsonType, ...signatureOf(foreign, body, { atMs: clockMs })],
  })
  const [unexplained, explained] = await findingsOf(source, 3)
  expect(explained).toEqual({ finding: 'other_source_secret', detail: other.sourceId })
  expect(unexplained?.finding).toBe('unexplained')
})

test('tells a wrong clock from a retry by the skew of the requests before', async () => {
  const late = async (seconds: number) => {
    clockMs += 2_000
    await deliver(intake, source, { atMs: clockMs - seconds * 1_000 })
  }
  await late(400)
  await late(900)
  await late(901)
  await late(-600)
  expect((await findingsOf(source, 4)).map(({ finding }) => finding)).toEqual([
    ...['stale_clock', 'stale_clock', 'stale_retry', 'stale_retry'],
  ])
})

test('examines one request a second of a source and five of all, and says which it did not', async () => {
  const sources = await Promise.all(Array.from({ length: 6 }, () => store.addSource()))
  await vi.waitFor(
    async () => {
      for (const one of sources) expect((await deliver(intake, one, { atMs: clockMs })).status).toBe(202)
    },
    { timeout: 20_000 },
  )
  clockMs += 2_000
  const wrong = (content: string) => createHmac('sha256', 'from elsewhere').update(content).digest('hex')
  const t = Math.floor(clockMs / 1_000)
  const headers: [string, string][] = [['x-service-signature', `t=${t},v1=${wrong(`${t}.${body}`)}`]]
  for (const one of [...sources, ...sources])
    await deliver(intake, one, { body, headers: [jsonType, ...headers] })
  const found = await Promise.all(sources.map((one) => findingsOf(one, 2)))
  const counts = found.map((of) => of.filter(({ finding }) => finding === 'unexplained').length)
  expect(Math.max(...counts)).toBe(1)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(5)
})

test('explains by its headers alone what comes beside other refusals', async () => {
  const wrong = signatureOf(source, 'another body', { atMs: clockMs })
  await deliver(intake, source, { body, headers: [jsonType, ...wrong] })
  for (const headers of [
    [],
    [['x-service-signature', 'v1=abc']],
    [['x-hub-signature-256', `sha256=${'0'.repeat(64)}`]],
  ] as [string, string][][]) {
    await deliver(intake, source, { body, headers: [jsonType, ...headers] })
  }
  expect(new Set((await findingsOf(source, 4)).map(({ finding }) => finding))).toEqual(
    new Set(['header_missing', 'malformed', 'other_scheme', 'unexplained']),
  )
})

test('logs what was refused before its signature', async () => {
  await deliver(intake, source, { atMs: clockMs, method: 'PUT' })
  await deliver(intake, source, { atMs: clockMs, headers: [['content-type', 'text/plain']] })
  const found = await findingsOf(source, 2)
  expect(new Set(found.map(({ detail }) => detail))).toEqual(
    new Set(['method_not_allowed', 'unsupported_media_type']),
  )
})

test('counts the uses of each secret', async () => {
  await deliver(intake, source, { atMs: clockMs })
  await deliver(intake, source, { atMs: clockMs })
  await vi.waitFor(
    async () => {
      const { rows } = await store.pool.query<{ uses: string }>(
        `select sum(uses) as uses from source_secret_uses join source_secrets using (secret_id)
         where source_id = $1`,
        [source.sourceId],
      )
      expect(rows).toEqual([{ uses: '3' }])
    },
    { timeout: 20_000 },
  )
})
