import { randomBytes } from 'node:crypto'

/**
 * Returns a new secret that works for every scheme that allows ours: `whsec_` and 32 random bytes in padded standard
 * base64.
 */
export function generateSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}
