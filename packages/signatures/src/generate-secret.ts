import { randomBytes } from 'node:crypto'

/** A new secret, good for every scheme that takes ours: `whsec_` and 32 random bytes in padded standard base64. */
export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
