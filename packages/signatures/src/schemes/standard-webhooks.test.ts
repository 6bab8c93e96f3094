import { expect, test } from 'vitest'
import { prepareVerifier } from '../prepare-verifier.ts'
import { standardWebhooks } from './standard-webhooks.ts'

// https://docs.svix.com/receiving/verifying-payloads/how-manual; standardwebhooks 1.1.1 and svix 1.99.1 sign alike.
const secret = 'whsec_plJ3nmyCDGBKInavdOK15jsl'
const id = 'msg_loFOjxBNrRLzqYUf'
const timestamp = '1731705121'
const signature = 'v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0='
const body = Buffer.from('{"event_type":"ping","data":{"success":true}}')

const { verify } = prepareVerifier({
  scheme: standardWebhooks,
  settings: {},
  secrets: [{ id: 'first', text: secret }],
  toleranceSeconds: 300,
})

function verifyHeaders(headers: Record<string, string>) {
  return verify({ rawHeaders: Object.entries(headers).flat(), body, nowMs: Number(timestamp) * 1000 })
}

const accepted = { ok: true, secretId: 'first', eventIdHint: id }
const good = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
const goodSvix = { 'svix-id': id, 'svix-timestamp': timestamp, 'svix-signature': signature }

test('signs and verifies the published vector under both families of names', () => {
  const timestampSeconds = Number(timestamp)
  expect(standardWebhooks.sign({ secret, settings: {}, timestampSeconds, body, id })).toEqual(good)
  expect(verifyHeaders(good)).toEqual(accepted)
  expect(verifyHeaders(goodSvix)).toEqual(accepted)
})

test("signs as the reference library's own test does", () => {
  const signed = standardWebhooks.sign({
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    settings: {},
    timestampSeconds: 1_614_265_330,
    body: Buffer.from('{"test": 2432232314}'),
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  })
  expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('reads webhook-* alone wherever there is a webhook-signature', () => {
  expect(verifyHeaders({ ...good, ...goodSvix })).toEqual(accepted)
  expect(verifyHeaders({ ...good, 'svix-signature': 'v1,' })).toEqual(accepted)
  expect(verifyHeaders({ ...goodSvix, 'webhook-id': 'other' })).toEqual(accepted)
  expect(verifyHeaders({ ...goodSvix, 'webhook-signature': 'v1,' })).toEqual({ ok: false, reason: 'missing' })
})

test.each([
  ['svix-id', { 'webhook-timestamp': timestamp, 'webhook-signature': signature, 'svix-id': id }],
  ['webhook-id', { 'svix-timestamp': timestamp, 'svix-signature': signature, 'webhook-id': id }],
])('does not take %s for the other family', (_, headers) => {
  expect(verifyHeaders(headers)).toEqual({ ok: false, reason: 'missing' })
})

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)(
  'wants %s exactly once',
  (name) => {
    const { [name]: value, ...others } = good
    expect(verifyHeaders(others)).toEqual({ ok: false, reason: 'missing' })
    expect(verifyHeaders({ ...good, [name.toUpperCase()]: value })).toEqual({ ok: false, reason: 'repeated' })
  },
)

test.each([
  ['an id that is empty', { 'webhook-id': '' }],
  ['an id of 201', { 'webhook-id': 'a'.repeat(201) }],
  ['an id with a space', { 'webhook-id': 'a b' }],
  ['an id beyond ASCII', { 'webhook-id': 'ä' }],
  ['an id with a full stop', { 'webhook-id': 'a.1731705121' }],
  ['letters after the timestamp', { 'webhook-timestamp': '1731705121abc' }],
  ['a timestamp in milliseconds', { 'webhook-timestamp': '1731705121000' }],
  ['an empty signature', { 'webhook-signature': '' }],
  ['an empty v1', { 'webhook-signature': 'v1,' }],
  ['the start of the right digest', { 'webhook-signature': signature.slice(0, 11) }],
  ['no padding', { 'webhook-signature': signature.slice(0, -1) }],
  ['the digest alone', { 'webhook-signature': signature.slice(3) }],
  ['only another version', { 'webhook-signature': signature.replace('v1,', 'v1a,') }],
  ['two spaces', { 'webhook-signature': `${signature}  ${signature}` }],
  ['a space after', { 'webhook-signature': `${signature} ` }],
  ['a comma between', { 'webhook-signature': `${signature},${signature}` }],
  ['9 signatures', { 'webhook-signature': Array(9).fill(signature).join(' ') }],
])('refuses %s as malformed', (_, headers) => {
  expect(verifyHeaders({ ...good, ...headers })).toEqual({ ok: false, reason: 'malformed' })
})

test('is satisfied by one of 8 signatures and skips other versions', () => {
  const wrong = `v1,${Buffer.alloc(32).toString('base64')}`
  const asymmetric = `v1a,${Buffer.alloc(64).toString('base64')}`
  const signatures = [asymmetric, ...Array(6).fill(wrong), signature].join(' ')
  expect(verifyHeaders({ ...good, 'webhook-signature': signatures })).toEqual(accepted)
})

test.each([
  ['an empty v1', 'v1,'],
  ['the start of a digest', signature.slice(0, 11)],
  ['a version with a long signature', `v2,${'A'.repeat(200)}`],
])('skips %s beside the right signature, on either side', (_, other) => {
  for (const signatures of [`${other} ${signature}`, `${signature} ${other}`]) {
    expect(verifyHeaders({ ...good, 'webhook-signature': signatures })).toEqual(accepted)
  }
  expect(verifyHeaders({ ...good, 'webhook-signature': `${other} ${other}` })).toMatchObject({ ok: false })
})

test('refuses a boundary between id, timestamp and body that was moved', () => {
  const embedded = Buffer.from('x.1731705121.{}')
  const signed = standardWebhooks.sign({
    secret,
    settings: {},
    timestampSeconds: 1_600_000_000,
    body: embedded,
    id: 'msg',
  })
  const moved = { ...signed, 'webhook-id': 'msg.1600000000.x', 'webhook-timestamp': '1731705121' }
  const { length } = 'x.1731705121.'
  expect(
    verify({
      rawHeaders: Object.entries(moved).flat(),
      body: embedded.subarray(length),
      nowMs: Number(timestamp) * 1000,
    }),
  ).toEqual({ ok: false, reason: 'malformed' })
})

test.each(['', 'a.b', 'a b', 'ä', 'a'.repeat(201)])('signs no id that it would not verify: %j', (badId) => {
  const input = { secret, settings: {}, timestampSeconds: Number(timestamp), body }
  expect(() => standardWebhooks.sign({ ...input, id: badId })).toThrow(RangeError)
})

const ofBytes = (length: number) => Buffer.alloc(length, 0xfb)

test.each([
  ['padded base64', ofBytes(32).toString('base64')],
  ['base64 without padding', ofBytes(32).toString('base64').replaceAll('=', '')],
  ['padded base64url', ofBytes(32).toString('base64url').concat('=')],
  ['base64url without padding', ofBytes(32).toString('base64url')],
  ['16 bytes', ofBytes(16).toString('base64')],
  ['a length that needs no padding', ofBytes(18).toString('base64')],
])('decodes a secret of %s', (_, encoded) => {
  const { length } = Buffer.from(encoded, 'base64')
  expect(standardWebhooks.secret.parse(`whsec_${encoded}`)).toEqual(ofBytes(length))
})

test.each([
  ['no prefix', ofBytes(32).toString('base64')],
  ['an upper-case prefix', `WHSEC_${ofBytes(32).toString('base64')}`],
  ['nothing after the prefix', 'whsec_'],
  ['8 bytes or more of text, none of them a key', 'whsec_======'],
  ['15 bytes', `whsec_${ofBytes(15).toString('base64')}`],
  ['both alphabets', `whsec_${'+_'.repeat(16)}`],
  ['too little padding', `whsec_${ofBytes(16).toString('base64').slice(0, -1)}`],
  ['too much padding', `whsec_${ofBytes(18).toString('base64')}=`],
  ['a lost letter', `whsec_${ofBytes(18).toString('base64').slice(1)}`],
  ['bits after the last byte', `whsec_${'A'.repeat(42)}B`],
  ['a space inside', `whsec_${'A'.repeat(16)} ${'A'.repeat(16)}`],
  ['a line feed after', `whsec_${ofBytes(32).toString('base64')}\n`],
  ['more than 500 bytes', `whsec_${ofBytes(372).toString('base64')}`],
])('refuses a secret of %s', (_, text) => {
  const { success, error } = standardWebhooks.secret.safeParse(text)
  expect(success).toBe(false)
  expect(error?.message).toMatch(/a secret is /)
})

test('takes our own secrets, applies a tolerance and keeps any body', () => {
  expect(standardWebhooks).toMatchObject({
    ownSecretRequired: false,
    toleranceApplies: true,
    envelopeOnly: false,
  })
})
