import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { migrateQueues } from '@signalpost/queues'
import { signServiceV1 } from '@signalpost/signatures'
import { test } from '@signalpost/testing/test'
import { afterAll, describe, expect } from 'vitest'
import { type CallCli, callForJson } from '../../test-support/call-cli.ts'
import { cliInProcess } from '../../test-support/call-in-process.ts'
import { type CliStore, openCliStore } from '../../test-support/open-cli-store.ts'
import { type Service, startService } from '../../test-support/start-service.ts'

type Sent = { eventId: string; status: string; deliveryId?: string; error?: { code: string } }

let store: CliStore
let intake: Service
let call: CallCli
let source: { sourceId: string; secret: string }

test.beforeAll(async ({ testDatabase }) => {
  await migrateQueues({ kind: 'postgres', url: testDatabase.url })
  store = openCliStore(testDatabase.url)
  await callForJson(store.call, ['workspace', 'create', '--id', 'org_acme', '--name', 'Acme'])
  source = await callForJson(store.call, ['source', 'create', '--name', 'Feed'])
  intake = await startService('intake', { ...store.environment, SIGNALPOST_INTAKE_PORT: '0' })
  call = cliInProcess({
    ...store.environment,
    SIGNALPOST_INTAKE_URL: `http://127.0.0.1:${intake.port}`,
    // More than the intake accepts, as if the two had different environments.
    SIGNALPOST_MAX_BODY_BYTES: '4194304',
  })
})

afterAll(async () => {
  expect(await intake.stop()).toBe(0)
  await store.close()
})

const event = (id: string, more: object = {}) =>
  JSON.stringify({
    id,
    type: 'ping',
    occurredAt: '2026-11-20T09:00:00Z',
    orgId: 'org_acme',
    data: {},
    ...more,
  })

async function send(input: string, caller: CallCli = call) {
  const path = `${store.environment.SIGNALPOST_DATA_DIR}/events`
  writeFileSync(path, input)
  return sendWith(caller, ['--file', path])
}

async function sendWith(caller: CallCli, file: string[], input?: string) {
  const args = ['event', 'send', '--source', source.sourceId, ...file, '--json']
  const { exitCode, stdout } = await caller(args, input)
  return { exitCode, items: (JSON.parse(stdout) as { items: Sent[] }).items }
}

test('the process of the CLI becomes the intake', async () => {
  const { statusText } = await fetch(`http://127.0.0.1:${intake.port}/healthz`)
  expect(statusText).toBe('OK')
  expect(() => process.kill(intake.pid, 0)).not.toThrow()
})

describe('source test', () => {
  test('sends a first event, also as a source that no intake knows yet', async () => {
    const { sourceId } = await callForJson<{ sourceId: string }>(call, ['source', 'create', '--name', 'New'])
    const sent = await callForJson<{ deliveryId: string }>(call, ['source', 'test', sourceId])
    expect(sent).toMatchObject({
      isAccepted: true,
      reason: null,
      signalId: expect.stringMatching(/^sig_first_/),
    })
    const { rows } = await store.pool.query('select source_id from deliveries where delivery_id = $1', [
      sent.deliveryId,
    ])
    expect(rows).toEqual([{ source_id: sourceId }])
    const { rows: acts } = await store.pool.query(
      `select target_id, after from audit_log where act = 'source.test'`,
    )
    expect(acts).toEqual([{ target_id: sourceId, after: { deliveryId: sent.deliveryId } }])
  })

  test('says so where there is no intake, and sends nothing as a source that is disabled', async () => {
    const nowhere = cliInProcess({ ...store.environment, SIGNALPOST_INTAKE_URL: 'http://127.0.0.1:9' })
    expect(await nowhere(['source', 'test', source.sourceId])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('The intake does not respond.'),
    })
    const { sourceId } = await callForJson<{ sourceId: string }>(call, ['source', 'create', '--name', 'Off'])
    await callForJson(call, ['source', 'disable', sourceId])
    expect(await call(['source', 'test', sourceId])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('The source is disabled.'),
    })
  })
})

describe('event send', () => {
  test('sends one document with the exact bytes of the file', async () => {
    const body = ` ${event('evt_one')}\n`
    const { exitCode, items } = await sendWith(call, [], body)
    expect({ exitCode, items }).toEqual({
      exitCode: 0,
      items: [{ eventId: 'evt_one', status: 'accepted', deliveryId: expect.stringMatching(/^dlv_/) }],
    })
    const { rows } = await store.pool.query('select body from requests where request_id = $1', [
      items[0]?.deliveryId,
    ])
    expect(String(rows[0].body)).toBe(body)
  })

  test('refuses only the bad lines of NDJSON, and reports in the order of the lines', async () => {
    const lines = [
      event('evt_a'),
      event('evt_b', { occurredAt: 'now' }),
      event('evt_c', { orgId: 'org_other' }),
      event('evt_d'),
    ]
    const { exitCode, items } = await send(lines.join('\n'))
    expect(exitCode).toBe(1)
    expect(items.map(({ eventId, status, error }) => [eventId, status, error?.code])).toEqual([
      ['evt_a', 'accepted', undefined],
      ['evt_b', 'refused', 'invalid_event'],
      ['evt_c', 'refused', 'forbidden'],
      ['evt_d', 'accepted', undefined],
    ])
  })

  test.each([
    ['forbidden', { orgId: 'org_other' }],
    ['body_too_large', { data: { text: 'x'.repeat(1_048_576) } }],
  ])('refuses only the line that is %s', async (code, fault) => {
    const lines = [event(`evt_${code}_1`), event(`evt_${code}_2`, fault)]
    const { items } = await send(lines.join('\n'))
    expect(items.map(({ status, error }) => error?.code ?? status)).toEqual(['accepted', code])
  })

  test('sends an array as one request, accepted or refused together', async () => {
    const { exitCode, items } = await send(`[${event('evt_e')}, ${event('evt_f', { data: 1 })}]`)
    expect(exitCode).toBe(1)
    expect(items.map(({ status }) => status)).toEqual(['refused', 'refused'])
  })

  test('reports invalid JSON before it sends anything', async () => {
    const { exitCode, stdout } = await call(
      ['event', 'send', '--source', source.sourceId, '--json'],
      '{}\nnot json',
    )
    expect({ exitCode, ...JSON.parse(stdout) }).toMatchObject({ exitCode: 1, code: 'invalid_json' })
  })

  test('retries when the intake asks for it, with a new signature and the same bytes', async () => {
    const bodies: string[] = []
    const signatures: unknown[] = []
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        bodies.push(body.toString())
        signatures.push(request.headers['x-service-signature'])
        const isFirst = bodies.length === 1
        response.writeHead(isFirst ? 503 : 202, { 'retry-after': '1', 'content-type': 'application/json' })
        const error = { message: 'later', code: 'unavailable' }
        response.end(JSON.stringify(isFirst ? error : { status: 'duplicate', deliveryId: 'dlv_1' }))
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const there = cliInProcess({ ...store.environment, SIGNALPOST_INTAKE_URL: `http://127.0.0.1:${port}` })
    const sent = await send(event('evt_g'), there)
    server.close()
    expect(sent).toEqual({
      exitCode: 0,
      items: [{ eventId: 'evt_g', status: 'duplicate', deliveryId: 'dlv_1' }],
    })
    expect(bodies).toEqual([event('evt_g'), event('evt_g')])
    expect(signatures[0]).not.toBe(signatures[1])
  })

  test('gives up on an intake that does not respond', async () => {
    const { exitCode, items } = await send(event('evt_h'), store.call)
    expect({ exitCode, items }).toMatchObject({
      exitCode: 1,
      items: [{ status: 'refused', error: { code: 'unavailable' } }],
    })
  })
})

describe('event sign', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

  test('prints the header of the published vectors', async () => {
    const signed = await call(
      ['event', 'sign', '--secret', secret, '--timestamp', '1767225600', '--json'],
      '',
    )
    const v1 = '7822aa62fc064e86c9f858a70199c7ae91a71d9fe981f73601ec7a068ba248ff'
    expect(JSON.parse(signed.stdout)).toEqual({ header: `t=1767225600,v1=${v1}` })
  })

  test('signs binary bytes with a secret from a file at a given time', async () => {
    const body = Buffer.from('7b2261223a22ff227d', 'hex')
    const file = `${store.environment.SIGNALPOST_DATA_DIR}/secret`
    writeFileSync(file, `${secret}\n`)
    const beforeSeconds = Math.floor(Date.now() / 1000)
    const { stdout } = await call(['event', 'sign', '--secret-file', file], body)
    const timestampSeconds = Number(/^t=(\d{10}),/.exec(stdout)?.[1])
    expect(timestampSeconds - beforeSeconds).toBeGreaterThanOrEqual(0)
    expect(stdout).toBe(`${signServiceV1({ secret, timestampSeconds, body })}\n`)
  })
})
