import { z } from 'zod'
import { defineScheme } from '../define-scheme.ts'
import { textKey } from '../secret-text.ts'
import { formatTimedSignature, readTimedSignature } from '../timed-signature.ts'

const header = 'x-service-signature'

/** Our own scheme and the default: HMAC-SHA256 of `<t>.<body>`, keyed with the secret's text. */
export const serviceV1 = defineScheme({
  name: 'service-v1',
  title: 'Signalpost',
  summary: 'Your own program, with code in six languages',
  settings: z.strictObject({}),
  secret: textKey,
  guide: ['Give the sender the address and the secret.', 'The sender signs each request as the code shows.'],
  ownSecretRequired: false,
  toleranceApplies: true,
  envelopeOnly: true,
  headerNames: () => [header],
  readClaim: (rawHeaders) => readTimedSignature(rawHeaders, header),
  sign: (input) => ({ [header]: formatTimedSignature(input) }),
})

/**
 * Returns the value of `x-service-signature` for a body. `secret` is the secret's text, prefix included. Throws
 * `ZodError` on a secret that is not 8 to 500 bytes, `RangeError` on a timestamp that is not ten digits.
 */
export function signServiceV1({
  secret,
  timestampSeconds,
  body,
}: {
  readonly secret: string
  readonly timestampSeconds: number
  readonly body: Uint8Array
}): string {
  return formatTimedSignature({ key: textKey.parse(secret), timestampSeconds, body })
}
