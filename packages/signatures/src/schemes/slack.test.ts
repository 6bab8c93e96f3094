import { expect, test } from 'vitest'
import { prepareVerifier } from '../prepare-verifier.ts'
import { slack } from './slack.ts'

// https://docs.slack.dev/authentication/verifying-requests-from-slack
const secret = '8f742231b10e8888abcd99yyyzzz85a5'
const timestampSeconds = 1_531_420_618
const body = Buffer.from(
  'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
)
const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503'

const { verify } = prepareVerifier({
  scheme: slack,
  settings: {},
  secrets: [{ id: 'first', text: secret }],
  toleranceSeconds: 300,
})

function verifyHeaders(...rawHeaders: string[]) {
  return verify({ rawHeaders, body, nowMs: timestampSeconds * 1000 })
}

const timestampHeader = ['X-Slack-Request-Timestamp', '1531420618']
const signatureHeader = ['X-Slack-Signature', signature]

test("signs and verifies Slack's published vector", () => {
  expect(slack.sign({ secret, settings: {}, timestampSeconds, body, id: '' })).toEqual({
    'x-slack-request-timestamp': '1531420618',
    'x-slack-signature': signature,
  })
  expect(verifyHeaders(...timestampHeader, ...signatureHeader)).toEqual({ ok: true, secretId: 'first' })
})

test('wants both headers, each once', () => {
  expect(verifyHeaders(...signatureHeader)).toEqual({ ok: false, reason: 'missing' })
  expect(verifyHeaders(...timestampHeader)).toEqual({ ok: false, reason: 'missing' })
  for (const header of [timestampHeader, signatureHeader]) {
    const rawHeaders = [...timestampHeader, ...signatureHeader, ...header]
    expect(verifyHeaders(...rawHeaders)).toEqual({ ok: false, reason: 'repeated' })
  }
})

test.each([
  ['1531420618abc', signature],
  ['1531420618.0', signature],
  ['', signature],
  ['1531420618', ''],
  ['1531420618', 'v0='],
  ['1531420618', signature.replace('v0=', 'v1=')],
  ['1531420618', signature.slice(0, -1)],
  ['1531420618', signature.toUpperCase()],
])('refuses timestamp %j with signature %j as malformed', (timestamp, value) => {
  expect(verifyHeaders('x-slack-request-timestamp', timestamp, 'x-slack-signature', value)).toEqual({
    ok: false,
    reason: 'malformed',
  })
})

test('answers a url_verification with its challenge', () => {
  const request = '{"token":"Jhj5","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY","type":"url_verification"}'
  expect(slack.respond?.(Buffer.from(request))).toEqual({
    status: 200,
    body: { challenge: '3eZbrw1aBm2rZgRNFdxV2595E9CY' },
  })
})

test.each([
  ['an event', '{"type":"event_callback","challenge":"c"}'],
  ['an event that mentions the word', '{"type":"event_callback","challenge":"url_verification"}'],
  ['a challenge that is no text', '{"type":"url_verification","challenge":1}'],
  ['no challenge', '{"type":"url_verification"}'],
  ['an array', '[{"type":"url_verification","challenge":"c"}]'],
  ['a body that is not JSON', 'url_verification'],
  ['an empty body', ''],
  ['a large body', `{"type":"url_verification","challenge":"${'c'.repeat(8192)}"}`],
])('does not answer %s', (_, text) => {
  expect(slack.respond?.(Buffer.from(text))).toBeUndefined()
})

test('wants their secret, applies a tolerance and keeps any body', () => {
  expect(slack).toMatchObject({ ownSecretRequired: true, toleranceApplies: true, envelopeOnly: false })
})
