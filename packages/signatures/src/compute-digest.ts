import { createHmac, type KeyObject } from 'node:crypto'

/**
 * Computes HMAC-SHA256 (RFC 2104, FIPS 180-4) of an ASCII prefix and the body's bytes: 32 bytes. Never copies or
 * decodes the body; as text, two different bodies could share one digest.
 */
export function computeDigest(
  key: KeyObject | Uint8Array,
  { signedPrefix, body }: { readonly signedPrefix: string; readonly body: Uint8Array },
): Buffer {
  return createHmac('sha256', key).update(signedPrefix, 'latin1').update(body).digest()
}
