import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** Creates a token: 43 characters that are valid in a cookie and behind the `#` of a URL. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** Returns the stored hash of a token. A token has 256 random bits, so one SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
