import type { SignatureHeaders, SignInput } from './define-scheme.ts'
import { serviceV1 } from './schemes/service-v1.ts'
import { standardWebhooks } from './schemes/standard-webhooks.ts'

// The most signatures that a receiver of our own scheme reads.
const maxSecrets = 4

type Unsigned = Pick<SignInput, 'body' | 'timestampSeconds' | 'id'> & {
  /** `whsec_` and base64, the newest first. Those after the fourth are ignored. */
  readonly secrets: readonly string[]
}

/**
 * Returns the headers of a request that we send: `x-service-signature` and those of Standard Webhooks, with the same
 * secrets. After a rotation each has a signature for every secret, so receivers can switch at any time. Throws
 * `ZodError` on a bad secret, `RangeError` on a timestamp or id that the schemes do not accept, and on no secret.
 */
export function signRequest({ secrets, ...message }: Unsigned): SignatureHeaders {
  if (secrets.length === 0) throw new RangeError('a request needs at least one secret to be signed with')
  const signedBy = (scheme: typeof serviceV1 | typeof standardWebhooks) =>
    secrets.slice(0, maxSecrets).map((secret) => scheme.sign({ ...message, secret, settings: {} }))
  const own = valuesOf(signedBy(serviceV1), 'x-service-signature')
  const standard = signedBy(standardWebhooks)
  return {
    ...standard[0],
    'webhook-signature': valuesOf(standard, 'webhook-signature').join(' '),
    'x-service-signature': [
      ...own.slice(0, 1),
      // The first value has the timestamp for all.
      ...own.slice(1).map((value) => value.slice(value.indexOf(',') + 1)),
    ].join(','),
  }
}

function valuesOf(signatures: SignatureHeaders[], header: string): string[] {
  return signatures.map((headers) => headers[header] ?? '')
}
