import { expect, test } from 'vitest'
import { prepareVerifier } from '../prepare-verifier.ts'
import { github } from './github.ts'

// https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
const secret = "It's a Secret to Everybody"
const body = Buffer.from('Hello, World!')
const digest = '757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17'

const { verify } = prepareVerifier({
  scheme: github,
  settings: {},
  secrets: [{ id: 'first', text: secret }],
  toleranceSeconds: 300,
})

function verifyHeaders(...rawHeaders: string[]) {
  return verify({ rawHeaders, body, nowMs: Date.now() })
}

test("signs and verifies GitHub's published vector", () => {
  expect(github.sign({ secret, settings: {}, body, timestampSeconds: 0, id: '' })).toEqual({
    'x-hub-signature-256': `sha256=${digest}`,
  })
  expect(verifyHeaders('X-Hub-Signature-256', `sha256=${digest}`)).toEqual({ ok: true, secretId: 'first' })
})

test.each([
  '',
  'sha256=',
  digest,
  `sha1=${digest}`,
  `SHA256=${digest}`,
  `sha256=${digest.toUpperCase()}`,
  `sha256=${digest.slice(1)}`,
  `sha256=${digest}, sha256=${digest}`,
  `sha256= ${digest}`,
])('refuses %j as malformed', (value) => {
  expect(verifyHeaders('x-hub-signature-256', value)).toEqual({ ok: false, reason: 'malformed' })
})

test('does not look at the SHA-1 signature', () => {
  expect(verifyHeaders('x-hub-signature', `sha1=${'0'.repeat(40)}`)).toEqual({ ok: false, reason: 'missing' })
})

test('takes our own secrets, has no tolerance and keeps any body', () => {
  expect(github).toMatchObject({ ownSecretRequired: false, toleranceApplies: false, envelopeOnly: false })
})
