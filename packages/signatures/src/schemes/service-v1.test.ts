import { expect, test } from 'vitest'
import { prepareVerifier } from '../prepare-verifier.ts'
import { serviceV1, signServiceV1 } from './service-v1.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const timestampSeconds = 1_767_225_600
const { verify } = prepareVerifier({
  scheme: serviceV1,
  settings: {},
  secrets: [{ id: 'first', text: secret }],
  toleranceSeconds: 300,
})

function verifyValue(value: string, body: Buffer) {
  return verify({ rawHeaders: ['X-Service-Signature', value], body, nowMs: timestampSeconds * 1000 })
}

const vectors = [
  [
    'a ping',
    Buffer.from(
      '{"id":"evt_01","type":"ping","occurredAt":"2026-01-01T00:00:00.000Z","orgId":"org_demo","data":{}}',
    ),
    'fcf53563b047aeea33bf065ed7246d9d2dfec19f07c2cd0fe72cd25fbd0e37f5',
  ],
  ['an empty body', Buffer.alloc(0), '7822aa62fc064e86c9f858a70199c7ae91a71d9fe981f73601ec7a068ba248ff'],
  [
    'bytes that are no UTF-8',
    Buffer.from('7b2261223a22ff227d', 'hex'),
    '9c168db89fa5c33921c3a7bf7ba4f96948c2c497a3bd3a7af3813d4deccbbba8',
  ],
] as const

test.each(vectors)('signs and verifies the published vector of %s', (_, body, digest) => {
  const value = `t=1767225600,v1=${digest}`
  expect(signServiceV1({ secret, timestampSeconds, body })).toBe(value)
  expect(serviceV1.sign({ secret, settings: {}, timestampSeconds, body, id: 'evt_01' })).toEqual({
    'x-service-signature': value,
  })
  expect(verifyValue(value, body)).toEqual({ ok: true, secretId: 'first' })
})

test('refuses a body in which byte ff became fe, though both read as the same text', () => {
  const [, , [, signed, digest]] = vectors
  const changed = Buffer.from('7b2261223a22fe227d', 'hex')
  expect(changed.toString()).toBe(signed.toString())
  expect(verifyValue(`t=1767225600,v1=${digest}`, changed)).toEqual({ ok: false, reason: 'mismatch' })
})

test('refuses the same JSON with other spaces', () => {
  const value = signServiceV1({ secret, timestampSeconds, body: Buffer.from('{"a":1}') })
  expect(verifyValue(value, Buffer.from('{ "a": 1 }'))).toEqual({ ok: false, reason: 'mismatch' })
})

test('refuses the start of the right digest', () => {
  const value = signServiceV1({ secret, timestampSeconds, body: Buffer.alloc(0) })
  for (const length of [0, 2, 32, 62]) {
    expect(verifyValue(value.slice(0, 't=1767225600,v1='.length + length), Buffer.alloc(0)).ok).toBe(false)
  }
})

test('refuses the right digest under another name', () => {
  const value = signServiceV1({ secret, timestampSeconds, body: Buffer.alloc(0) })
  const wrong = `v1=${'0'.repeat(64)}`
  expect(verifyValue(value.replace('v1=', 'v2='), Buffer.alloc(0))).toMatchObject({ reason: 'malformed' })
  expect(verifyValue(`${value.replace('v1=', 'v2=')},${wrong}`, Buffer.alloc(0))).toMatchObject({
    reason: 'mismatch',
  })
})

test('refuses the digest of another timestamp', () => {
  const value = signServiceV1({ secret, timestampSeconds, body: Buffer.alloc(0) })
  expect(verifyValue(value.replace('1767225600', '1767225601'), Buffer.alloc(0))).toEqual({
    ok: false,
    reason: 'mismatch',
  })
})

test('is satisfied by any of four signatures', () => {
  const good = signServiceV1({ secret, timestampSeconds, body: Buffer.alloc(0) })
  const wrong = `v1=${'0'.repeat(64)}`
  const [t, v1] = good.split(',')
  expect(verifyValue([t, wrong, wrong, wrong, v1].join(','), Buffer.alloc(0)).ok).toBe(true)
  expect(verifyValue([t, v1, wrong, wrong, wrong].join(','), Buffer.alloc(0)).ok).toBe(true)
})

test('signs with no secret or timestamp that it would not verify', () => {
  expect(() => signServiceV1({ secret: 'short', timestampSeconds, body: Buffer.alloc(0) })).toThrow(
    /8 to 500/,
  )
  expect(() => signServiceV1({ secret, timestampSeconds: 1, body: Buffer.alloc(0) })).toThrow(RangeError)
})

test('takes no settings', () => {
  expect(() => serviceV1.createClaimReader({ header: 'x-other' })).toThrow(/header/)
})

test('takes our own secrets, applies a tolerance and wants our envelope', () => {
  expect(serviceV1).toMatchObject({ ownSecretRequired: false, toleranceApplies: true, envelopeOnly: true })
})
