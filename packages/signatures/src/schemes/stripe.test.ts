import { expect, test } from 'vitest'
import { prepareVerifier } from '../prepare-verifier.ts'
import { stripe } from './stripe.ts'

// Made with stripe 23.1.0, webhooks.generateTestHeaderString.
const secret = 'whsec_signalpost_stripe_vector_0001'
const timestampSeconds = 1_767_225_600
const body = Buffer.from(
  '{"id":"evt_1SignalpostVector","object":"event","type":"invoice.paid","data":{"object":{"customer_name":"Zoë & Söhne"}}}',
)
const header = 't=1767225600,v1=d41967a51cd91642a365c35647f0ecbc82fdf014f29965c15496ae3d00ec80d1'

const { verify } = prepareVerifier({
  scheme: stripe,
  settings: {},
  secrets: [{ id: 'first', text: secret }],
  toleranceSeconds: 300,
})

function verifyValue(value: string) {
  return verify({ rawHeaders: ['Stripe-Signature', value], body, nowMs: timestampSeconds * 1000 })
}

test("signs and verifies as Stripe's own library", () => {
  expect(stripe.sign({ secret, settings: {}, timestampSeconds, body, id: '' })).toEqual({
    'stripe-signature': header,
  })
  expect(verifyValue(header)).toEqual({ ok: true, secretId: 'first' })
})

test('skips the v0 item of test mode, which never suffices', () => {
  expect(verifyValue(`${header},v0=${'6'.repeat(64)}`).ok).toBe(true)
  expect(verifyValue(header.replace('v1=', 'v0='))).toEqual({ ok: false, reason: 'malformed' })
})

test('wants their secret, applies a tolerance and keeps any body', () => {
  expect(stripe).toMatchObject({ ownSecretRequired: true, toleranceApplies: true, envelopeOnly: false })
})
