import { z } from 'zod'
import { readBodySignature, signBody } from './body-signature.ts'
import { defineScheme } from './define-scheme.ts'
import { digestEncodings } from './find-digest.ts'
import { textKey } from './secret-text.ts'

// Connections and proxies change these, or they have another meaning.
const unusableHeaders = new Set([
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
])

const settings = z.strictObject({
  header: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9!#$%&'*+.^_`|~-]{1,64}$/, 'a header name of 1 to 64 characters')
    .refine((name) => !unusableHeaders.has(name), 'this header cannot carry a signature')
    .describe('Header with the signature'),
  encoding: z.enum(digestEncodings).describe('Written as'),
  prefix: z
    .string()
    .regex(/^(?:[!-~][ -~]{0,63})?$/, 'at most 64 characters of printable ASCII, the first no space')
    .default('')
    .describe('What stands before the signature, such as sha256='),
})

/**
 * Accepts any sender that puts HMAC-SHA256 of the body, keyed with the secret's text, into one header: a fixed prefix
 * (such as `sha256=`), then 64 lower-case hex digits or padded standard base64.
 */
export const bodyHmac = defineScheme({
  name: 'body-hmac',
  title: 'HMAC of the body',
  summary: 'Any other sender that signs the body, such as a form or a CRM',
  settings,
  secret: textKey,
  guide: [
    'Give the sender the address.',
    'If the sender chooses the secret, paste it here. Otherwise give it the secret of the source.',
    'Look up in its documents which header has the signature, whether it is hex or base64, and what stands before it.',
  ],
  ownSecretRequired: false,
  toleranceApplies: false,
  envelopeOnly: false,
  headerNames: ({ header }) => [header],
  readClaim: readBodySignature,
  sign: (input) => signBody(input.settings, input),
})
