import { createHmac, type KeyObject } from 'node:crypto'

/**
 * HMAC-SHA256 (RFC 2104, FIPS 180-4) of an ASCII prefix and the body's bytes: 32 bytes. The body is never
 * copied or decoded; a body read as text would let two different bodies share one digest.
 */
export function computeDigest(
  key: KeyObject | Uint8Array,
  { signedPrefix, body }: { readonly signedPrefix: string; readonly body: Uint8Array },
): Buffer {
  return createHmac('sha256', key).update(signedPrefix, 'latin1').update(body).digest()
}
