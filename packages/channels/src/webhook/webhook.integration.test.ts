import { readEnvelopes } from '@signalpost/domain'
import { generateSecret, prepareVerifier, serviceV1, standardWebhooks } from '@signalpost/signatures'
import { allApiUrls, startWebhookReceiver } from '@signalpost/testing'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Alert, Outcome } from '../channel.ts'
import { createChannelServices } from '../channel-services.ts'
import { recordSending } from '../recording/record-sending.ts'
import { alertOf, digestOf, fullSignal } from '../test-support/sample-alert.ts'
import { webhook } from './webhook.ts'

const receiver = await startWebhookReceiver()
const services = createChannelServices({
  allowedNetworks: { has: (address) => address === '127.0.0.1' },
  ca: receiver.ca,
  apiUrls: allApiUrls('http://127.0.0.1:1'),
  smtp: undefined,
  publicUrl: 'https://signals.example',
  intakeUrl: 'https://hooks.signals.example',
})
afterAll(() => Promise.all([services.close(), receiver.close()]))

beforeEach(() => {
  receiver.requests.length = 0
  receiver.secrets.length = 0
  receiver.troubles.clear()
})

function send(
  alert: Alert,
  { secrets, url = receiver.url }: { secrets: string[]; url?: string },
): Promise<Outcome> {
  return recordSending(webhook, services, {
    content: { alert },
    messageId: 'dsp_1',
    attempt: 1,
    channelId: 'chn_1',
    orgId: 'org_demo',
    settings: webhook.settings.parse({ url }),
    secrets: secrets.map((secret) => ({ secret })),
    recipient: '',
    signal: new AbortController().signal,
  }).send()
}

test('signs both headers with every valid secret during a rotation', async () => {
  const [newest, before, foreign] = [generateSecret(), generateSecret(), generateSecret()]
  receiver.secrets.push(newest, before, foreign)
  expect(await send(alertOf([fullSignal]), { secrets: [newest, before] })).toMatchObject({ outcome: 'sent' })
  expect(receiver.requests).toMatchObject([{ ownSignatures: [0, 1], standardSignatures: [0, 1] }])
  await send(alertOf([fullSignal]), { secrets: [newest] })
  expect(receiver.requests[1]).toMatchObject({ ownSignatures: [0], standardSignatures: [0] })
})

test('is accepted by our own verifiers of both schemes, with the old and the new secret', async () => {
  const [newest, before] = [generateSecret(), generateSecret()]
  await send(alertOf([fullSignal]), { secrets: [newest, before] })
  await send(digestOf(3), { secrets: [newest, before] })
  expect(receiver.requests).toHaveLength(2)
  for (const { headers, body } of receiver.requests) {
    const rawHeaders = Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
    for (const scheme of [serviceV1, standardWebhooks]) {
      for (const text of [newest, before]) {
        const secrets = [{ id: text, text }]
        const verifier = prepareVerifier({ scheme, settings: {}, secrets, toleranceSeconds: 300 })
        expect(verifier.verify({ rawHeaders, body, nowMs: Date.now() })).toMatchObject({ ok: true })
      }
    }
    expect(readEnvelopes(JSON.parse(body.toString('utf8')))).toMatchObject({ ok: true })
    expect(headers['content-type']).toBe('application/json')
  }
})

test('sends the same event id on every try', async () => {
  receiver.troubles.plan({ status: 500 }, { times: 1 })
  const secrets = [generateSecret()]
  expect(await send(alertOf([fullSignal]), { secrets })).toMatchObject({ outcome: 'retry' })
  expect(await send(alertOf([fullSignal]), { secrets })).toMatchObject({ outcome: 'sent' })
  const [first, second] = receiver.requests
  expect(second?.events).toEqual(first?.events)
  expect(first?.headers['webhook-id']).toBe(first?.events[0]?.id)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
})

test('sends a whole digest in one request, each event with its own id', async () => {
  expect(await send(digestOf(200), { secrets: [generateSecret()] })).toMatchObject({ outcome: 'sent' })
  expect(receiver.requests).toHaveLength(1)
  expect(new Set(receiver.requests[0]?.events.map(({ id }) => id)).size).toBe(200)
})

test('restarts a digest of several requests if one of them fails', async () => {
  const digest = digestOf(150)
  const long = { ...digest, items: digest.items.map((item) => ({ ...item, excerpt: 'x'.repeat(5_000) })) }
  const secrets = [generateSecret()]
  receiver.troubles.plan({ status: 204 }, { times: 1 })
  receiver.troubles.plan({ status: 503 }, { times: 1 })
  expect(await send(long, { secrets })).toMatchObject({ outcome: 'retry', httpStatus: 503 })
  expect(await send(long, { secrets })).toMatchObject({ outcome: 'sent' })
  const ids = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(4)
  expect(ids.slice(2)).toEqual(ids.slice(0, 2))
})

test('stores 1 KiB of a response, without half a character', async () => {
  receiver.troubles.plan({ status: 500, body: 'ä'.repeat(5_000) })
  const { answer } = await send(alertOf([fullSignal]), { secrets: [generateSecret()] })
  expect(answer).toBe('ä'.repeat(512))
})

test('receives the types that it subscribes to, but never our test messages', () => {
  const receives = (events: string[], type: string) =>
    webhook.subscribesTo?.(webhook.settings.parse({ url: 'https://x.example', events }), type)
  expect(receives(['signal.assigned'], 'signal.assigned')).toBe(true)
  expect(receives(['signal.assigned'], 'signal.read')).toBe(false)
  expect(receives(['*'], 'deal.deleted')).toBe(true)
  expect(receives(['*'], 'ping')).toBe(false)
  expect(receives([], 'signal.read')).toBe(false)
})

test('accepts only http and https URLs and known types', () => {
  const accepts = (settings: object) => webhook.settings.safeParse(settings).success
  expect(accepts({ url: 'https://example.com/hook?a=1', events: ['alert.raised', 'signal.created'] })).toBe(
    true,
  )
  expect(accepts({ url: 'http://10.0.0.1:8080/' })).toBe(true)
  for (const url of [
    '',
    'ftp://example.com',
    'example.com',
    'https://user:secret@example.com',
    'https://',
    `https://x.example/${'a'.repeat(2048)}`,
  ]) {
    expect(accepts({ url }), url).toBe(false)
  }
  expect(accepts({ url: 'https://example.com', events: ['signal.unheard_of'] })).toBe(false)
  expect(webhook.secrets.safeParse({ secret: 'whsec_' }).success).toBe(false)
  expect(webhook.secrets.safeParse({ secret: generateSecret() }).success).toBe(true)
})
