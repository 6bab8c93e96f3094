import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { bodyHmac } from './body-hmac.ts'
import { prepareVerifier } from './prepare-verifier.ts'

const secret = 'a secret of theirs'
const body = Buffer.from([0xff, 0x00, 0x7b])
const digest = createHmac('sha256', secret).update(body).digest()

function verifyWith(settings: unknown, ...rawHeaders: string[]) {
  const { verify } = prepareVerifier({
    scheme: bodyHmac,
    settings,
    secrets: [{ id: 'first', text: secret }],
    toleranceSeconds: 300,
  })
  return verify({ rawHeaders, body, nowMs: Date.now() })
}

test.each([
  [{ header: 'x-signature', encoding: 'hex' }, digest.toString('hex')],
  [{ header: 'X-Signature', encoding: 'base64' }, digest.toString('base64')],
  [{ header: 'x-signature', encoding: 'hex', prefix: 'sha256=' }, `sha256=${digest.toString('hex')}`],
  [{ header: 'x-signature', encoding: 'base64', prefix: 'HMAC ' }, `HMAC ${digest.toString('base64')}`],
])('signs and verifies with settings %j', (settings, value) => {
  expect(bodyHmac.sign({ secret, settings, body, timestampSeconds: 0, id: '' })).toEqual({
    'x-signature': value,
  })
  expect(verifyWith(settings, 'X-SIGNATURE', value)).toEqual({ ok: true, secretId: 'first' })
})

test('refuses a digest without its prefix, or in the other encoding', () => {
  const malformed = { ok: false, reason: 'malformed' }
  const hex = digest.toString('hex')
  const settings = { header: 'x-signature', encoding: 'hex', prefix: 'sha256=' }
  expect(verifyWith(settings, 'x-signature', hex)).toEqual(malformed)
  expect(verifyWith(settings, 'x-signature', `sha512=${hex}`)).toEqual(malformed)
  expect(verifyWith(settings, 'x-signature', `sha256=${digest.toString('base64')}`)).toEqual(malformed)
  expect(verifyWith({ ...settings, encoding: 'base64' }, 'x-signature', `sha256=${hex}`)).toEqual(malformed)
})

test('lowers the case of the header and fills in the prefix', () => {
  expect(bodyHmac.settings.parse({ header: 'X-My_Sig.2', encoding: 'hex' })).toEqual({
    header: 'x-my_sig.2',
    encoding: 'hex',
    prefix: '',
  })
})

test.each([
  {},
  { header: 'x-signature' },
  { encoding: 'hex' },
  { header: '', encoding: 'hex' },
  { header: 'x signature', encoding: 'hex' },
  { header: 'x-signature:', encoding: 'hex' },
  { header: 'x-sïgnature', encoding: 'hex' },
  { header: 'x\n', encoding: 'hex' },
  { header: 'x'.repeat(65), encoding: 'hex' },
  { header: 'Host', encoding: 'hex' },
  { header: 'connection', encoding: 'hex' },
  { header: 'transfer-encoding', encoding: 'hex' },
  { header: 'content-length', encoding: 'hex' },
  { header: 'cookie', encoding: 'hex' },
  { header: 'Authorization', encoding: 'hex' },
  { header: 'x-signature', encoding: 'HEX' },
  { header: 'x-signature', encoding: 'base64url' },
  { header: 'x-signature', encoding: 'hex', prefix: ' a' },
  { header: 'x-signature', encoding: 'hex', prefix: 'ä' },
  { header: 'x-signature', encoding: 'hex', prefix: 'a\n' },
  { header: 'x-signature', encoding: 'hex', prefix: 'a'.repeat(65) },
  { header: 'x-signature', encoding: 'hex', algorithm: 'sha1' },
])('refuses settings %j', (settings) => {
  expect(bodyHmac.settings.safeParse(settings).success).toBe(false)
})

test('takes our own secrets, has no tolerance and keeps any body', () => {
  expect(bodyHmac).toMatchObject({ ownSecretRequired: false, toleranceApplies: false, envelopeOnly: false })
})
