import type { SignatureHeaders, SignInput } from './define-scheme.ts'
import { serviceV1 } from './service-v1.ts'
import { standardWebhooks } from './standard-webhooks.ts'

// As many as a receiver of our own scheme reads.
const maxSecrets = 4

type Unsigned = Pick<SignInput, 'body' | 'timestampSeconds' | 'id'> & {
  /** `whsec_` and base64; the newest first. Those after the fourth are left out. */
  readonly secrets: readonly string[]
}

/**
 * The headers of a request that we send: `x-service-signature` and those of Standard Webhooks, by the same
 * secrets. After a rotation each holds a signature by each secret, so that receivers change theirs when they like.
 * Throws `ZodError` on a secret, `RangeError` on a timestamp or id that the schemes do not take, and on no secret.
 */
export function signRequest({ secrets, ...message }: Unsigned): SignatureHeaders {
  if (secrets.length === 0) throw new RangeError('a request is signed with at least one secret')
  const signedBy = (scheme: typeof serviceV1 | typeof standardWebhooks) =>
    secrets.slice(0, maxSecrets).map((secret) => scheme.sign({ ...message, secret, settings: {} }))
  const own = valuesOf(signedBy(serviceV1), 'x-service-signature')
  const standard = signedBy(standardWebhooks)
  return {
    ...standard[0],
    'webhook-signature': valuesOf(standard, 'webhook-signature').join(' '),
    'x-service-signature': [
      ...own.slice(0, 1),
      // One timestamp stands for all.
      ...own.slice(1).map((value) => value.slice(value.indexOf(',') + 1)),
    ].join(','),
  }
}

function valuesOf(signatures: SignatureHeaders[], header: string): string[] {
  return signatures.map((headers) => headers[header] ?? '')
}
