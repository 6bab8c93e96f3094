import { expect, test } from 'vitest'
import { prepareVerifier } from '../prepare-verifier.ts'
import { shopify } from './shopify.ts'

// Made with @shopify/shopify-api 15.0.0, createSHA256HMAC; its webhooks.validate accepts it.
const secret = 'shpss_0123456789abcdef0123456789abcdef'
const body = Buffer.from('{"id":820982911946154508,"email":"jon@example.com","note":"Zoë 💚"}')
const digest = 'kVN3YaE/ZARHdcWC6AT63MUp412/pJnAEW26qoIaHfY='

const { verify } = prepareVerifier({
  scheme: shopify,
  settings: {},
  secrets: [{ id: 'first', text: secret }],
  toleranceSeconds: 300,
})

function verifyValue(value: string) {
  return verify({ rawHeaders: ['X-Shopify-Hmac-Sha256', value], body, nowMs: Date.now() })
}

test("signs and verifies as Shopify's own library", () => {
  expect(shopify.sign({ secret, settings: {}, body, timestampSeconds: 0, id: '' })).toEqual({
    'x-shopify-hmac-sha256': digest,
  })
  expect(verifyValue(digest)).toEqual({ ok: true, secretId: 'first' })
})

test.each([
  '',
  '=',
  digest.slice(0, 43),
  digest.replace('/', '_'),
  `${digest}=`,
  Buffer.alloc(32).toString('hex'),
])('refuses %j as malformed', (value) => {
  expect(verifyValue(value)).toEqual({ ok: false, reason: 'malformed' })
})

test('wants their secret, has no tolerance and keeps any body', () => {
  expect(shopify).toMatchObject({ ownSecretRequired: true, toleranceApplies: false, envelopeOnly: false })
})
