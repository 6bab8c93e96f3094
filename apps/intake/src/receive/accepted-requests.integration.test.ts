import { createHash, randomBytes } from 'node:crypto'
import { Agent } from 'node:http'
import { prepareVerifier, schemes } from '@signalpost/signatures'
import type { Header } from '@signalpost/testing'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { deliver, jsonType, newEvent, signatureOf } from '../test-support/deliver.ts'
import { openIntake, type TestIntake } from '../test-support/open-intake.ts'
import { openStore, type TestSource, type TestStore } from '../test-support/open-store.ts'
import { readDeliveries, readLedger } from '../test-support/read-ledger.ts'
import { waitForBlockedStore } from '../test-support/wait-for-blocked-store.ts'

const deliveryId = expect.stringMatching(/^dlv_[0-9a-z]{26}$/)
/** Not UTF-8: reading it as text would destroy it. */
const strangeBytes = Buffer.from('7b2261223a22ff227d', 'hex')

/** A source of every scheme, and several of the scheme with settings. */
const setups = [
  ...schemes.filter(({ name }) => name !== 'body-hmac').map(({ name }) => ({ scheme: name, settings: {} })),
  { scheme: 'body-hmac', settings: { header: 'x-acme', encoding: 'hex', prefix: '' } },
  { scheme: 'body-hmac', settings: { header: 'x-acme', encoding: 'base64', prefix: 'v2 ' } },
]

let store: TestStore
let intake: TestIntake
let sources: Map<object, TestSource>
/** Each for one test that reads everything its source has sent. */
let unused: TestSource[]

test.beforeAll(async ({ testDatabase }) => {
  store = await openStore(testDatabase.url)
  sources = new Map()
  for (const setup of setups) sources.set(setup, await store.addSource(setup))
  unused = [await store.addSource({ scheme: 'slack' })]
  for (let count = 0; count < 3; count += 1) unused.push(await store.addSource())
  intake = await openIntake(store)
})

afterAll(async () => {
  await intake.stop()
  await store.close()
})

function sourceOf(wanted: object | string): TestSource {
  const setup = setups.find((one) => one === wanted || one.scheme === wanted)
  const source = setup && sources.get(setup)
  if (source === undefined) throw new Error('no such source')
  return source
}

function unusedSource(scheme = 'service-v1'): TestSource {
  const index = unused.findIndex((source) => source.scheme.name === scheme)
  const [source] = unused.splice(index, 1)
  if (index < 0 || source === undefined) throw new Error('every source is in use')
  return source
}

function sha256(body: Buffer | string): Buffer {
  return createHash('sha256').update(body).digest()
}

describe('an event', () => {
  test('is answered with the ids of its delivery and its own', async () => {
    const event = newEvent()
    const answer = await deliver(intake, sourceOf('service-v1'), { body: JSON.stringify(event) })
    expect(answer.status).toBe(202)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(JSON.parse(answer.body)).toEqual({ status: 'accepted', deliveryId, eventId: event.id })
    expect(Object.keys(JSON.parse(answer.body))).toEqual(['status', 'deliveryId', 'eventId'])
  })

  test('that takes a signal waits at most 2 s for a worker that has died, any other 15 s', async () => {
    const taking = ['signal.assigned', 'signal.acknowledged', 'signal.read', 'signal.feedback']
    for (const type of ['signal.created', 'signal.alerted', ...taking]) {
      const answer = await deliver(intake, sourceOf('service-v1'), {
        body: JSON.stringify(newEvent({ type })),
      })
      const { rows } = await store.pool.query(
        'select extract(epoch from due_at - received_at)::float8 as seconds from deliveries where delivery_id = $1',
        [JSON.parse(answer.body).deliveryId],
      )
      const expected = taking.includes(type) ? 2 : 15
      expect(Math.abs(Number(rows[0]?.seconds) - expected), type).toBeLessThan(2)
    }
  })

  test('is in the ledger when it is answered, with everything that came', async () => {
    const source = sourceOf('service-v1')
    const body = ` ${JSON.stringify(newEvent({ id: 'evt_kept', type: 'from.tomorrow', more: 'é😀' }), null, 2)}\n`
    const sentMs = Date.now()
    const answer = await deliver(intake, source, {
      body,
      headers: [jsonType, ...signatureOf(source, body), ['x-request-id', 'Trace.7_-']],
    })
    expect(answer.headers['x-request-id']).toBe('Trace.7_-')
    const [row] = await readDeliveries(store, [JSON.parse(answer.body).deliveryId])
    expect(row).toMatchObject({
      index: 0,
      orgId: 'org_test',
      sourceId: source.sourceId,
      eventId: 'evt_kept',
      type: 'from.tomorrow',
      status: 'queued',
      attempts: 0,
      traceId: 'Trace.7_-',
      body: Buffer.from(body),
      sha256: sha256(body),
    })
    expect(row?.batchId).toMatch(/^bat_/)
    expect(row?.receivedAt.getTime()).toBeGreaterThanOrEqual(sentMs)
    expect(row?.receivedAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  test('has an id for its trace, whether or not the sender gave a usable one', async () => {
    const source = sourceOf('service-v1')
    for (const given of [undefined, 'no good', 'x'.repeat(65)]) {
      const body = JSON.stringify(newEvent())
      const more: Header[] = given === undefined ? [] : [['x-request-id', given]]
      const headers = [jsonType, ...signatureOf(source, body), ...more]
      const answer = await deliver(intake, source, { body, headers })
      const [row] = await readDeliveries(store, [JSON.parse(answer.body).deliveryId])
      expect(row?.traceId).toMatch(/^[0-9a-f-]{36}$/)
      expect(answer.headers['x-request-id']).toBe(row?.traceId)
    }
  })

  test('may come as any kind of JSON, and with data that its kind does not have', async () => {
    const event = newEvent({ type: 'signal.read', data: { signalId: 7 } })
    const body = JSON.stringify(event)
    const source = sourceOf('service-v1')
    const headers: Header[] = [
      ['Content-Type', 'application/cloudevents+json; charset="UTF-8"'],
      ...signatureOf(source, body),
    ]
    expect((await deliver(intake, source, { body, headers })).status).toBe(202)
  })

  test('may hold text that no store takes; its bytes are kept', async () => {
    const body = JSON.stringify(newEvent({ data: { a: 'TEXT' } }))
      .replace('"ping"', '"p\\u0000ng\\ud800"')
      .replace('TEXT', '\\u0000\\udfff')
    const answer = await deliver(intake, sourceOf('service-v1'), { body })
    expect(answer.status).toBe(202)
    const [row] = await readDeliveries(store, [JSON.parse(answer.body).deliveryId])
    expect(row).toMatchObject({ type: 'p\ufffdng\ufffd', body: Buffer.from(body) })
  })

  test('that comes twice is answered twice, each with a delivery of its own', async () => {
    const event = newEvent()
    const source = unusedSource()
    const answers = [1, 2].map(() => deliver(intake, source, { body: JSON.stringify(event) }))
    for (const { status, body } of await Promise.all(answers)) {
      expect(status).toBe(202)
      expect(JSON.parse(body)).toMatchObject({ deliveryId, eventId: event.id })
    }
    expect(await readLedger(store, source.sourceId)).toHaveLength(2)
  })

  test('is not answered before it is committed', async () => {
    const lock = await store.pool.connect()
    const order: string[] = []
    try {
      await lock.query('begin; lock table deliveries in share mode')
      const answered = deliver(intake, sourceOf('service-v1')).then(({ status }) =>
        order.push(String(status)),
      )
      await waitForBlockedStore(store)
      order.push('blocked')
      await lock.query('commit')
      await answered
    } finally {
      lock.release()
    }
    expect(order).toEqual(['blocked', '202'])
  })
})

describe('an array', () => {
  test('is answered with one delivery for each event, in their order', async () => {
    const events = Array.from({ length: 500 }, () => newEvent())
    const source = unusedSource()
    const body = JSON.stringify(events)
    const answer = await deliver(intake, source, { body })
    expect(answer.status).toBe(202)
    const accepted = JSON.parse(answer.body)
    expect(accepted).toEqual({
      status: 'accepted',
      deliveries: events.map(({ id }) => ({ deliveryId, eventId: id })),
    })
    const ids: string[] = accepted.deliveries.map((one: { deliveryId: string }) => one.deliveryId)
    const rows = await readDeliveries(store, ids)
    expect(rows.map(({ eventId, index }) => ({ eventId, index }))).toEqual(
      events.map(({ id }, index) => ({ eventId: id, index })),
    )
    expect(new Set(rows.map(({ requestId }) => requestId)).size).toBe(1)
    expect(rows[0]?.body).toEqual(Buffer.from(body))
  })

  test('of one event is answered as an array', async () => {
    const event = newEvent()
    const answer = await deliver(intake, sourceOf('service-v1'), { body: JSON.stringify([event]) })
    expect(JSON.parse(answer.body)).toEqual({
      status: 'accepted',
      deliveries: [{ deliveryId, eventId: event.id }],
    })
  })

  test('may hold an event twice', async () => {
    const event = newEvent()
    const answer = await deliver(intake, sourceOf('service-v1'), { body: JSON.stringify([event, event]) })
    const [first, second] = JSON.parse(answer.body).deliveries
    expect(first.eventId).toBe(second.eventId)
    expect(first.deliveryId).not.toBe(second.deliveryId)
  })
})

describe('a source of the scheme', () => {
  test.each(setups)('$scheme $settings takes what its sender signs, and nothing else', async (setup) => {
    const source = sourceOf(setup)
    const event = newEvent()
    const body = JSON.stringify(event)
    const answer = await deliver(intake, source, { body })
    expect(answer.status).toBe(202)
    expect(JSON.parse(answer.body)).toEqual({ status: 'accepted', deliveryId, eventId: event.id })

    const headers = [jsonType, ...signatureOf(source, body)]
    expect((await deliver(intake, source, { body: `${body} `, headers })).status).toBe(401)
    expect((await deliver(intake, source, { body, headers: [jsonType] })).status).toBe(401)
    const otherSecret = { ...source, secret: `whsec_${randomBytes(32).toString('base64')}` }
    const wrong = [jsonType, ...signatureOf(otherSecret, body)]
    expect((await deliver(intake, source, { body, headers: wrong })).status).toBe(401)
    for (const [name, value] of signatureOf(source, body)) {
      const repeated: Header[] = [...headers, [name.toUpperCase(), value]]
      expect((await deliver(intake, source, { body, headers: repeated })).status).toBe(401)
    }
  })

  test.each(setups)('$scheme $settings keeps what proves it: stored, it verifies again', async (setup) => {
    const source = sourceOf(setup)
    const { scheme, settings, secret } = source
    const answer = await deliver(intake, source)
    const [row] = await readDeliveries(store, [JSON.parse(answer.body).deliveryId])
    if (row === undefined) throw new Error('not in the ledger')
    expect(Object.keys(row.signatureHeaders).toSorted()).toEqual(
      signatureOf(source, row.body)
        .map(([name]) => name)
        .toSorted(),
    )
    const secrets = [{ id: '1', text: secret }]
    const verifier = prepareVerifier({ scheme, settings, secrets, toleranceSeconds: 300 })
    const rawHeaders = Object.entries(row.signatureHeaders).flat()
    const nowMs = row.receivedAt.getTime()
    expect(verifier.verify({ rawHeaders, body: row.body, nowMs })).toMatchObject({ ok: true })
    expect(verifier.verify({ rawHeaders, body: Buffer.from('{}'), nowMs })).toMatchObject({ ok: false })
  })

  test.each(setups.filter(({ scheme }) => scheme !== 'service-v1'))(
    '$scheme $settings keeps a body that is not our envelope, to the byte',
    async (setup) => {
      const source = sourceOf(setup)
      for (const body of [
        strangeBytes,
        Buffer.alloc(0),
        Buffer.from('{"action":"opened"}'),
        Buffer.from('[]'),
      ]) {
        const hint = `msg_${randomBytes(8).toString('hex')}`
        const headers = [jsonType, ...signatureOf(source, body, { id: hint })]
        const answer = await deliver(intake, source, { body, headers })
        const eventId = setup.scheme === 'standard-webhooks' ? hint : sha256(body).toString('hex')
        expect(answer.status).toBe(202)
        expect(JSON.parse(answer.body)).toEqual({ status: 'accepted', deliveryId, eventId })
        const [row] = await readDeliveries(store, [JSON.parse(answer.body).deliveryId])
        expect(row).toMatchObject({ eventId, type: null, body, sha256: sha256(body), orgId: 'org_test' })
      }
    },
  )

  test('standard-webhooks takes the names that Svix gives its headers', async () => {
    const source = sourceOf('standard-webhooks')
    const headers = signatureOf(source, strangeBytes, { id: 'msg_svix' }).map(
      ([name, value]): Header => [name.replace('webhook-', 'svix-'), value],
    )
    const answer = await deliver(intake, source, { body: strangeBytes, headers: [jsonType, ...headers] })
    expect(answer.status).toBe(202)
    expect(JSON.parse(answer.body).eventId).toBe('msg_svix')
    const mixed: Header[] = headers.map(([name, value], index) =>
      index === 0 ? [name.replace('svix-', 'webhook-'), value] : [name, value],
    )
    const refused = await deliver(intake, source, { body: strangeBytes, headers: [jsonType, ...mixed] })
    expect(refused.status).toBe(401)
  })

  test('service-v1 does not keep what is not our envelope', async () => {
    const source = sourceOf('service-v1')
    expect((await deliver(intake, source, { body: '{"action":"opened"}' })).status).toBe(400)
  })

  test('slack answers the test of its address, and does not keep it', async () => {
    const source = unusedSource('slack')
    const body = '{"type":"url_verification","token":"x","challenge":"3eZbrw1aB10FEMAGAZd4FyFQ"}'
    const answer = await deliver(intake, source, { body })
    expect([answer.status, answer.body]).toEqual([200, '{"challenge":"3eZbrw1aB10FEMAGAZd4FyFQ"}'])
    expect(await readLedger(store, source.sourceId)).toEqual([])
    const unsigned = await deliver(intake, source, { body, headers: [jsonType] })
    expect(unsigned.status).toBe(401)
    const elsewhere = await deliver(intake, sourceOf('github'), { body })
    expect(elsewhere.status).toBe(202)
  })
})

test('many requests at once are stored each with its own bytes, events and ids', async () => {
  const source = unusedSource()
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const flushesBefore = await intake.metric('signalpost_flush_seconds', {})
  const sent = Array.from({ length: 400 }, (_, index) => {
    const events = Array.from({ length: 1 + (index % 3) }, () => newEvent({ index }))
    return { events, body: JSON.stringify(events.length === 1 ? events[0] : events) }
  })
  const answers = await Promise.all(sent.map(({ body }) => deliver(intake, source, { body, agent })))
  agent.destroy()
  for (const [index, answer] of answers.entries()) {
    expect(answer.status).toBe(202)
    const { deliveries, ...single } = JSON.parse(answer.body)
    const ids: string[] = (deliveries ?? [single]).map((one: { deliveryId: string }) => one.deliveryId)
    const rows = await readDeliveries(store, ids)
    expect(rows.map(({ eventId }) => eventId)).toEqual(sent[index]?.events.map(({ id }) => id))
    for (const row of rows) expect(row.body.toString()).toBe(sent[index]?.body)
  }
  const rows = await readLedger(store, source.sourceId)
  expect(rows).toHaveLength(sent.reduce((sum, { events }) => sum + events.length, 0))
  expect(new Set(rows.map(({ batchId }) => batchId)).size).toBeLessThan(sent.length)
  expect(await intake.metric('signalpost_flush_seconds', {})).toBeGreaterThan(flushesBefore)
})

test('keeps which secret verified a request', async () => {
  const answer = await deliver(intake, sourceOf('service-v1'), { body: JSON.stringify(newEvent()) })
  const { rows } = await store.pool.query(
    `select r.secret_id = s.secret_id as same from requests r join source_secrets s using (source_id)
     where r.request_id = $1`,
    [JSON.parse(answer.body).deliveryId],
  )
  expect(rows).toEqual([{ same: true }])
})

test('takes a body of exactly the limit, to the byte', async () => {
  const source = sourceOf('service-v1')
  const body = JSON.stringify(newEvent({ id: 'evt_large' })).padEnd(1_048_576)
  const answer = await deliver(intake, source, { body })
  expect(answer.status).toBe(202)
  const [row] = await readDeliveries(store, [JSON.parse(answer.body).deliveryId])
  expect(row?.sha256).toEqual(sha256(body))
  expect(row?.body.length).toBe(1_048_576)
})
