import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { findScheme, schemes } from '../index.ts'
import { adviseSender } from './advise-sender.ts'
import { type DiagnosisInput, diagnose } from './diagnose.ts'
import type { Diagnosis } from './finding.ts'

const nowSeconds = 1_800_000_000
const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`
const endedSecret = `whsec_${Buffer.from('a secret that has ended').toString('base64')}`
const otherSecret = `whsec_${Buffer.from('of the source beside it').toString('base64')}`
const value = {
  id: 'evt_1',
  text: 'Grüße, "you" & <b>/path',
  list: [1, 2, {}],
  nothing: null,
  deep: { a: [] },
}
const body = JSON.stringify(value)

type Sent = {
  scheme?: string
  settings?: object
  secret?: string
  body?: string | Buffer
  headers: Record<string, string> | string[]
  recentSkewsSeconds?: number[]
}

function explain({ scheme = 'service-v1', settings = {}, ...sent }: Sent): Diagnosis & { count: number } {
  const found = schemeOf(scheme)
  const input: DiagnosisInput = {
    scheme: found,
    settings,
    secrets: [
      { id: 'ended', text: endedSecret, validUntilMs: (nowSeconds - 60) * 1000 },
      { id: 'current', text: sent.secret ?? secret },
    ],
    otherSources: [
      { sourceId: 'src_other', scheme: schemeOf('github'), secrets: [{ id: 'other', text: otherSecret }] },
    ],
    knownSchemes: schemes,
    request: {
      rawHeaders: Array.isArray(sent.headers) ? sent.headers : Object.entries(sent.headers).flat(),
      body: Buffer.from(sent.body ?? body),
      nowMs: nowSeconds * 1000,
    },
    recentSkewsSeconds: sent.recentSkewsSeconds ?? [],
  }
  const run = diagnose(input)
  let count = 0
  for (;;) {
    const step = run.next()
    if (step.done === true) return { ...step.value, count }
    count += 1
  }
}

function schemeOf(name: string) {
  const found = findScheme(name)
  if (found === undefined) throw new Error(`no scheme ${name}`)
  return found
}

function hmac(key: string | Buffer, content: string | Buffer, encoding: 'hex' | 'base64' = 'hex'): string {
  return createHmac('sha256', key).update(content).digest(encoding)
}

type Signing = { key?: string | Buffer; t?: number | string; signed?: string | Buffer; prefix?: string }

/** A `service-v1` header over `signed`, which may differ from what is sent. */
function own({
  key = secret,
  t = nowSeconds,
  signed = body,
  prefix = `${t}.`,
}: Signing = {}): Record<string, string> {
  const content = Buffer.concat([Buffer.from(prefix), Buffer.from(signed)])
  return { 'x-service-signature': `t=${t},v1=${hmac(key, content)}` }
}

const right = own()['x-service-signature'] ?? ''
const digest = hmac(secret, `${nowSeconds}.${body}`)

/** What Python's json.dumps writes for `value`. */
const python =
  '{"id": "evt_1", "text": "Gr\\u00fc\\u00dfe, \\"you\\" & <b>/path", "list": [1, 2, {}], "nothing": null, "deep": {"a": []}}'

test.each<[string, Sent, Diagnosis]>([
  ['no header', { headers: { accept: '*/*' } }, { finding: 'header_missing', detail: 'x-service-signature' }],
  [
    'no timestamp header of Slack',
    { scheme: 'slack', headers: { 'x-slack-signature': `v0=${digest}` } },
    { finding: 'header_missing', detail: 'x-slack-request-timestamp' },
  ],
  [
    'the header of GitHub',
    { headers: { 'X-Hub-Signature-256': `sha256=${hmac(secret, body)}` } },
    { finding: 'other_scheme', detail: 'github: x-hub-signature-256' },
  ],
  [
    'the headers of Standard Webhooks',
    { headers: { 'webhook-id': 'a', 'webhook-timestamp': `${nowSeconds}`, 'webhook-signature': 'v1,abc' } },
    { finding: 'other_scheme', detail: 'standard-webhooks: webhook-signature' },
  ],
  [
    'an unknown signature header',
    { headers: { 'x-webhook-signature': digest } },
    { finding: 'other_scheme', detail: 'x-webhook-signature' },
  ],
  [
    'base64 instead of hex',
    {
      headers: {
        'x-service-signature': `t=${nowSeconds},v1=${hmac(secret, `${nowSeconds}.${body}`, 'base64')}`,
      },
    },
    { finding: 'malformed', detail: 'base64 where hex is due' },
  ],
  [
    'hex instead of base64',
    { scheme: 'shopify', headers: { 'x-shopify-hmac-sha256': hmac(secret, body) } },
    { finding: 'malformed', detail: 'hex where base64 is due' },
  ],
  [
    'sha256= in front',
    { headers: { 'x-service-signature': `sha256=${digest}` } },
    { finding: 'malformed', detail: '`sha256=` in front' },
  ],
  [
    'SHA-1',
    { headers: { 'x-service-signature': `t=${nowSeconds},v1=${digest.slice(0, 40)}` } },
    { finding: 'malformed', detail: 'a SHA-1 digest' },
  ],
  [
    'SHA-512',
    { headers: { 'x-service-signature': `t=${nowSeconds},v1=${digest}${digest}` } },
    { finding: 'malformed', detail: 'a SHA-512 digest' },
  ],
  [
    'milliseconds in the header',
    { headers: { 'x-service-signature': `t=${nowSeconds}123,v1=${digest}` } },
    { finding: 'malformed', detail: 'a timestamp in milliseconds' },
  ],
  [
    'quotation marks',
    { headers: { 'x-service-signature': `"${right}"` } },
    { finding: 'malformed', detail: 'quotation marks' },
  ],
  [
    'two headers',
    { headers: ['x-service-signature', right, 'X-Service-Signature', right] },
    { finding: 'malformed', detail: 'two `x-service-signature` headers' },
  ],
  [
    'upper-case hex',
    { headers: { 'x-service-signature': `t=${nowSeconds},v1=${'AB'.repeat(32)}` } },
    { finding: 'malformed', detail: 'upper-case hex' },
  ],
  [
    'no timestamp in the header',
    { headers: { 'x-service-signature': digest } },
    { finding: 'malformed', detail: 'no timestamp' },
  ],
  [
    'no sha256= where it is due',
    { scheme: 'github', headers: { 'x-hub-signature-256': hmac(secret, body) } },
    { finding: 'malformed', detail: 'a missing prefix' },
  ],
  ['an ended secret', { headers: own({ key: endedSecret }) }, { finding: 'ended_secret', detail: 'ended' }],
  [
    'the secret of another source',
    { headers: own({ key: otherSecret }) },
    { finding: 'other_source_secret', detail: 'src_other' },
  ],
  [
    'a newline in the secret',
    { headers: own({ key: `${secret}\n` }) },
    { finding: 'secret_form', detail: 'newline' },
  ],
  [
    'quotes in the secret',
    { headers: own({ key: `"${secret}"` }) },
    { finding: 'secret_form', detail: 'quotes' },
  ],
  [
    'no prefix of the secret',
    { headers: own({ key: secret.slice(6) }) },
    { finding: 'secret_form', detail: 'prefix' },
  ],
  [
    'a secret that was decoded from base64',
    { headers: own({ key: Buffer.from(secret.slice(6), 'base64') }) },
    { finding: 'secret_form', detail: 'decoded' },
  ],
  [
    'a secret that was decoded from hex',
    { secret: 'ab'.repeat(20), headers: own({ key: Buffer.from('ab'.repeat(20), 'hex') }) },
    { finding: 'secret_form', detail: 'decoded' },
  ],
  [
    'a secret that was not decoded',
    {
      scheme: 'standard-webhooks',
      headers: {
        'webhook-id': 'evt_1',
        'webhook-timestamp': `${nowSeconds}`,
        'webhook-signature': `v1,${hmac(secret, `evt_1.${nowSeconds}.${body}`, 'base64')}`,
      },
    },
    { finding: 'secret_form', detail: 'decoded' },
  ],
  [
    'a newline added',
    { body: `${body}\n`, headers: own() },
    { finding: 'body_reencoded', detail: 'newline' },
  ],
  [
    'a newline lost',
    { headers: own({ signed: `${body}\n` }) },
    { finding: 'body_reencoded', detail: 'newline' },
  ],
  [
    'CRLF for LF',
    {
      body: JSON.stringify(value, null, 2).replaceAll('\n', '\r\n'),
      headers: own({ signed: JSON.stringify(value, null, 2) }),
    },
    { finding: 'body_reencoded', detail: 'CRLF' },
  ],
  [
    'LF for CRLF',
    {
      body: JSON.stringify(value, null, 2),
      headers: own({ signed: JSON.stringify(value, null, 2).replaceAll('\n', '\r\n') }),
    },
    { finding: 'body_reencoded', detail: 'CRLF' },
  ],
  [
    'compact for Python',
    { headers: own({ signed: python }) },
    { finding: 'body_reencoded', detail: 'JSON spacing' },
  ],
  [
    'Python for compact',
    { body: python, headers: own() },
    { finding: 'body_reencoded', detail: 'JSON spacing' },
  ],
  [
    'compact for two spaces of indent',
    { headers: own({ signed: JSON.stringify(value, null, 2) }) },
    { finding: 'body_reencoded', detail: 'JSON spacing' },
  ],
  [
    'compact for four spaces of indent',
    { headers: own({ signed: JSON.stringify(value, null, 4) }) },
    { finding: 'body_reencoded', detail: 'JSON spacing' },
  ],
  ['an empty body', { headers: own({ signed: '' }) }, { finding: 'body_reencoded', detail: 'empty' }],
  [
    'a byte order mark',
    { body: `\ufeff${body}`, headers: own() },
    { finding: 'body_reencoded', detail: 'byte order mark' },
  ],
  [
    'no timestamp signed',
    { headers: own({ prefix: '' }) },
    { finding: 'signed_content', detail: 'without timestamp' },
  ],
  [
    'milliseconds signed',
    { headers: own({ prefix: `${nowSeconds}789.` }) },
    { finding: 'signed_content', detail: 'milliseconds' },
  ],
  [
    'the prefix of Slack signed',
    { headers: own({ prefix: `v0:${nowSeconds}:` }) },
    { finding: 'signed_content', detail: "another scheme's prefix" },
  ],
  [
    'the prefix of Standard Webhooks signed',
    { headers: { ...own({ prefix: `evt_1.${nowSeconds}.` }), 'webhook-id': 'evt_1' } },
    { finding: 'signed_content', detail: "another scheme's prefix" },
  ],
  [
    'no separator',
    { headers: own({ prefix: `${nowSeconds}` }) },
    { finding: 'signed_content', detail: 'separator' },
  ],
  [
    'a clock ten minutes ahead',
    { headers: own({ t: nowSeconds + 600 }) },
    { finding: 'stale_clock', detail: '600 s in the future' },
  ],
  [
    'a clock an hour behind',
    { headers: own({ t: nowSeconds - 3600 }), recentSkewsSeconds: [3598, 3601] },
    { finding: 'stale_clock', detail: '3600 s old' },
  ],
  [
    'a retry with its old signature',
    { headers: own({ t: nowSeconds - 3600 }), recentSkewsSeconds: [0, 1, 0] },
    { finding: 'stale_retry', detail: '3600 s old' },
  ],
])('a planted mistake of the sender is named: %s', (_mistake, sent, expected) => {
  const { finding, detail } = explain(sent)
  expect({ finding, detail }).toEqual(expected)
})

test('a planted mistake of the sender is not named for a secret from elsewhere', () => {
  const { finding, detail, count } = explain({
    headers: own({ key: 'whsec_from_somewhere_else_entirely' }),
  })
  expect({ finding, detail }).toEqual({ finding: 'unexplained', detail: `none of ${count} explanations` })
  expect(count).toBeGreaterThan(1000)
})

test('a planted mistake of the sender leads to advice that differs from what others get', () => {
  const details = ['newline', 'quotes', 'prefix', 'decoded', 'spaces']
  const advice = details.map((detail) => adviseSender({ finding: 'secret_form', detail }))
  expect(new Set(advice).size).toBe(details.length)
})

test('a large body is compared with other secrets alone', () => {
  const large = `{"text":"${'x'.repeat(100_000)}"}`
  expect(explain({ body: large, headers: own({ key: otherSecret, signed: large }) }).finding).toBe(
    'other_source_secret',
  )
  const { finding, count } = explain({ body: large, headers: own({ signed: `${large}\n` }) })
  expect(finding).toBe('unexplained')
  expect(count).toBe(2)
})

test.each(['', '{"a":', '{"a":"\\x"}', '\u0000', '[[[[', '"open'])('a body that is no JSON is %j', (text) => {
  expect(explain({ body: text, headers: own({ signed: `${text}!` }) }).finding).toBe('unexplained')
})
