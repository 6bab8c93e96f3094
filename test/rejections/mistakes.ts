import { createHash, createHmac, randomBytes } from 'node:crypto'
import { digestOf, hmac, type Mistake, own, ownWith, type Sender } from './mistake.ts'

const malformed: Mistake[] = [
  {
    mistake: 'base64 where hex is due',
    send: (sender) => ({ headers: [ownWith(sender, digestOf(sender, 'base64'))] }),
    finding: 'malformed',
    detail: 'base64 where hex is due',
  },
  {
    mistake: 'hex where base64 is due',
    scheme: 'shopify',
    send: ({ secret, body }) => ({ headers: [['x-shopify-hmac-sha256', hmac(secret, body)]] }),
    finding: 'malformed',
    detail: 'hex where base64 is due',
  },
  {
    mistake: 'sha256= in front of the digest',
    send: (sender) => ({ headers: [['x-service-signature', `sha256=${digestOf(sender)}`]] }),
    finding: 'malformed',
    detail: '`sha256=` in front',
  },
  {
    mistake: 'SHA-1 instead of SHA-256',
    send: (sender) => {
      const digest = createHmac('sha1', sender.secret).update(`${sender.nowSeconds}.${sender.body}`)
      return { headers: [ownWith(sender, digest.digest('hex'))] }
    },
    finding: 'malformed',
    detail: 'a SHA-1 digest',
  },
  {
    mistake: 'SHA-512 instead of SHA-256',
    send: (sender) => {
      const digest = createHmac('sha512', sender.secret).update(`${sender.nowSeconds}.${sender.body}`)
      return { headers: [ownWith(sender, digest.digest('hex'))] }
    },
    finding: 'malformed',
    detail: 'a SHA-512 digest',
  },
  {
    mistake: 'a timestamp in milliseconds',
    send: (sender) => ({ headers: [own(sender, { t: sender.nowSeconds * 1_000 })] }),
    finding: 'malformed',
    detail: 'a timestamp in milliseconds',
  },
  {
    mistake: 'quotation marks around the header',
    send: (sender) => {
      const [name, value] = own(sender)
      return { headers: [[name, `"${value}"`]] }
    },
    finding: 'malformed',
    detail: 'quotation marks',
  },
  {
    mistake: 'the header twice',
    send: (sender) => ({ headers: [own(sender), own(sender)] }),
    finding: 'malformed',
    detail: 'two `x-service-signature` headers',
  },
  {
    mistake: 'upper-case hex',
    send: (sender) => ({ headers: [ownWith(sender, digestOf(sender).toUpperCase())] }),
    finding: 'malformed',
    detail: 'upper-case hex',
  },
  {
    mistake: 'no timestamp in the header',
    send: (sender) => ({ headers: [['x-service-signature', digestOf(sender)]] }),
    finding: 'malformed',
    detail: 'no timestamp',
  },
  {
    mistake: 'no sha256= where it is due',
    scheme: 'github',
    send: ({ secret, body }) => ({ headers: [['x-hub-signature-256', hmac(secret, body)]] }),
    finding: 'malformed',
    detail: 'a missing prefix',
  },
]

const headers: Mistake[] = [
  {
    mistake: 'no signature',
    send: () => ({ headers: [] }),
    finding: 'header_missing',
    detail: 'x-service-signature',
  },
  {
    mistake: 'a signature without the timestamp header of its scheme',
    scheme: 'slack',
    send: (sender) => ({ headers: [['x-slack-signature', `v0=${digestOf(sender)}`]] }),
    finding: 'header_missing',
    detail: 'x-slack-request-timestamp',
  },
  {
    mistake: 'the header of GitHub',
    send: ({ secret, body }) => ({ headers: [['X-Hub-Signature-256', `sha256=${hmac(secret, body)}`]] }),
    finding: 'other_scheme',
    detail: 'github: x-hub-signature-256',
  },
  {
    mistake: 'a header that no scheme has',
    send: (sender) => ({ headers: [['x-webhook-signature', digestOf(sender)]] }),
    finding: 'other_scheme',
    detail: 'x-webhook-signature',
  },
]

const hexSecret = randomBytes(20).toString('hex')

const secrets: Mistake[] = [
  {
    mistake: 'a secret that has ended',
    send: (sender) => ({ headers: [own(sender, { key: sender.endedSecret })] }),
    finding: 'ended_secret',
    detail: ({ endedSecretId }) => endedSecretId,
  },
  {
    mistake: 'the secret of another source',
    send: (sender) => ({ headers: [own(sender, { key: sender.otherSecret })] }),
    finding: 'other_source_secret',
    detail: ({ otherSourceId }) => otherSourceId,
  },
  {
    mistake: 'a newline after the secret',
    send: (sender) => ({ headers: [own(sender, { key: `${sender.secret}\n` })] }),
    finding: 'secret_form',
    detail: 'newline',
  },
  {
    mistake: 'quotation marks around the secret',
    send: (sender) => ({ headers: [own(sender, { key: `"${sender.secret}"` })] }),
    finding: 'secret_form',
    detail: 'quotes',
  },
  {
    mistake: 'a space after the secret',
    send: (sender) => ({ headers: [own(sender, { key: `${sender.secret} ` })] }),
    finding: 'secret_form',
    detail: 'spaces',
  },
  {
    mistake: 'the secret without its prefix',
    send: (sender) => ({ headers: [own(sender, { key: sender.secret.replace('whsec_', '') })] }),
    finding: 'secret_form',
    detail: 'prefix',
  },
  {
    mistake: 'the secret decoded from base64',
    send: (sender) => {
      const key = Buffer.from(sender.secret.replace('whsec_', ''), 'base64')
      return { headers: [own(sender, { key })] }
    },
    finding: 'secret_form',
    detail: 'decoded',
  },
  {
    mistake: 'the secret decoded from hex',
    secret: hexSecret,
    send: (sender) => ({ headers: [own(sender, { key: Buffer.from(hexSecret, 'hex') })] }),
    finding: 'secret_form',
    detail: 'decoded',
  },
  {
    mistake: 'the secret not decoded',
    scheme: 'standard-webhooks',
    send: ({ secret, nowSeconds, body }) => ({
      headers: [
        ['webhook-id', 'evt_1'],
        ['webhook-timestamp', String(nowSeconds)],
        ['webhook-signature', `v1,${hmac(secret, `evt_1.${nowSeconds}.${body}`, 'base64')}`],
      ],
    }),
    finding: 'secret_form',
    detail: 'decoded',
  },
]

const pretty = ({ value }: Sender, indent: number): string => JSON.stringify(value, null, indent)

/** As Python's json.dumps spells it. */
const python = ({ body }: Sender): string =>
  body
    .replaceAll(/([,:])(?=["[{\dn])/g, '$1 ')
    .replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const bodies: Mistake[] = [
  {
    mistake: 'a newline added after signing',
    send: (sender) => ({ headers: [own(sender)], body: `${sender.body}\n` }),
    finding: 'body_reencoded',
    detail: 'newline',
  },
  {
    mistake: 'a newline lost after signing',
    send: (sender) => ({ headers: [own(sender, { signed: `${sender.body}\n` })] }),
    finding: 'body_reencoded',
    detail: 'newline',
  },
  {
    mistake: 'line ends changed after signing',
    send: (sender) => ({
      headers: [own(sender, { signed: pretty(sender, 2) })],
      body: pretty(sender, 2).replaceAll('\n', '\r\n'),
    }),
    finding: 'body_reencoded',
    detail: 'CRLF',
  },
  {
    mistake: 'the JSON of Python signed, compact JSON sent',
    send: (sender) => ({ headers: [own(sender, { signed: python(sender) })] }),
    finding: 'body_reencoded',
    detail: 'JSON spacing',
  },
  {
    mistake: 'compact JSON signed, that of Python sent',
    send: (sender) => ({ headers: [own(sender)], body: python(sender) }),
    finding: 'body_reencoded',
    detail: 'JSON spacing',
  },
  {
    mistake: 'indented JSON signed, compact JSON sent',
    send: (sender) => ({ headers: [own(sender, { signed: pretty(sender, 4) })] }),
    finding: 'body_reencoded',
    detail: 'JSON spacing',
  },
  {
    mistake: 'an empty body signed',
    send: (sender) => ({ headers: [own(sender, { signed: '' })] }),
    finding: 'body_reencoded',
    detail: 'empty',
  },
  {
    mistake: 'a byte order mark added after signing',
    send: (sender) => ({ headers: [own(sender)], body: `\ufeff${sender.body}` }),
    finding: 'body_reencoded',
    detail: 'byte order mark',
  },
]

const contents: Mistake[] = [
  {
    mistake: 'the body signed without the timestamp',
    send: (sender) => ({ headers: [own(sender, { prefix: '' })] }),
    finding: 'signed_content',
    detail: 'without timestamp',
  },
  {
    mistake: 'the timestamp signed in milliseconds',
    send: (sender) => ({ headers: [own(sender, { prefix: `${sender.nowSeconds}789.` })] }),
    finding: 'signed_content',
    detail: 'milliseconds',
  },
  {
    mistake: 'the prefix of Slack signed',
    send: (sender) => ({ headers: [own(sender, { prefix: `v0:${sender.nowSeconds}:` })] }),
    finding: 'signed_content',
    detail: "another scheme's prefix",
  },
  {
    mistake: 'no separator after the timestamp',
    send: (sender) => ({ headers: [own(sender, { prefix: String(sender.nowSeconds) })] }),
    finding: 'signed_content',
    detail: 'separator',
  },
]

const late = (sender: Sender, ageSeconds: number) => ({
  headers: [own(sender, { t: sender.nowSeconds - ageSeconds })],
})

const clocks: Mistake[] = [
  {
    mistake: 'a clock that is ahead',
    send: (sender) => late(sender, -600),
    finding: 'stale_clock',
    detail: /^\d+ s in the future$/,
  },
  {
    mistake: 'a clock that is behind by the same again',
    before: (sender) => late(sender, 3_600),
    send: (sender) => late(sender, 3_600),
    finding: 'stale_clock',
    detail: /^\d+ s old$/,
  },
  {
    mistake: 'a retry with its old signature',
    send: (sender) => late(sender, 1_800),
    finding: 'stale_retry',
    detail: /^\d+ s old$/,
  },
]

const unexamined: Mistake[] = [
  {
    mistake: 'a source that is disabled',
    isDisabled: true,
    send: (sender) => ({ headers: [own(sender)] }),
    finding: 'not_examined',
    detail: 'disabled',
  },
  {
    mistake: 'another method',
    send: (sender) => ({ headers: [own(sender)], method: 'PUT' }),
    status: 405,
    finding: 'not_examined',
    detail: 'method_not_allowed',
  },
  {
    mistake: 'another type',
    send: (sender) => ({ headers: [own(sender)], contentType: 'text/plain' }),
    status: 415,
    finding: 'not_examined',
    detail: 'unsupported_media_type',
  },
]

/** Signatures that no mistake explains, and that must not be explained by the secrets of strangers. */
const unexplained: Mistake[] = [
  {
    mistake: 'a wrong secret from elsewhere',
    send: (sender) => ({ headers: [own(sender, { key: createHash('sha256').digest('hex') })] }),
    finding: 'unexplained',
    detail: /^none of \d+ explanations$/,
  },
  {
    mistake: 'the secret of another workspace',
    send: (sender) => ({ headers: [own(sender, { key: sender.foreignSecret })] }),
    finding: 'unexplained',
    detail: /^none of \d+ explanations$/,
  },
]

export const mistakes: readonly Mistake[] = [
  ...[...headers, ...malformed, ...secrets, ...bodies, ...contents],
  ...[...clocks, ...unexamined, ...unexplained],
]
