import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateSecret, prepareVerifier, schemes, serviceV1 } from './index.ts'
import { signRequest } from './sign-request.ts'

const body = Buffer.from('{"id":"evt_01"}')
const timestampSeconds = 1_767_225_600
const message = { body, timestampSeconds, id: 'evt_01' }
const newest = generateSecret()
const before = generateSecret()

test('signs with the secret text for one header and with the bytes that it encodes for the other', () => {
  const key = Buffer.from(newest.slice('whsec_'.length), 'base64')
  const own = createHmac('sha256', newest).update(`${timestampSeconds}.`).update(body).digest('hex')
  const standard = createHmac('sha256', key)
    .update(`evt_01.${timestampSeconds}.`)
    .update(body)
    .digest('base64')
  expect(signRequest({ ...message, secrets: [newest] })).toEqual({
    'x-service-signature': `t=${timestampSeconds},v1=${own}`,
    'webhook-id': 'evt_01',
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': `v1,${standard}`,
  })
})

test('is verified by either scheme with any of its secrets', () => {
  const secrets = [newest, before, generateSecret(), generateSecret(), generateSecret()]
  const rawHeaders = Object.entries(signRequest({ ...message, secrets })).flat()
  const verifies = (text: string, scheme: (typeof schemes)[number]) =>
    prepareVerifier({ scheme, settings: {}, secrets: [{ id: 'only', text }], toleranceSeconds: 300 }).verify({
      rawHeaders,
      body,
      nowMs: timestampSeconds * 1000,
    }).ok
  for (const scheme of [serviceV1, schemes[1]]) {
    expect(secrets.map((secret) => verifies(secret, scheme))).toEqual([true, true, true, true, false])
  }
})

test('refuses to send without a secret', () => {
  expect(() => signRequest({ ...message, secrets: [] })).toThrow(RangeError)
  expect(() => signRequest({ ...message, secrets: ['too-short'] })).toThrow()
})
