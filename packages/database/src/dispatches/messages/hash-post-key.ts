import { createHash } from 'node:crypto'

/** What is kept of a post's key: it is made of a title or a URL, and outlives the signal's text. */
export function hashPostKey(postKey: string): string {
  return createHash('sha256').update(postKey).digest('base64url')
}
