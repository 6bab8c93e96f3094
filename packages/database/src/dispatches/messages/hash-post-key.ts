import { createHash } from 'node:crypto'

/**
 * Returns the stored form of a post's key, hashed because it contains a title or a URL and outlives the signal's text.
 */
export function hashPostKey(postKey: string): string {
  return createHash('sha256').update(postKey).digest('base64url')
}
