import { hash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** A new token: 43 characters that fit into a cookie and behind the `#` of an address. */
export function createToken(): string {
  return randomBytes(tokenBytes).toString('base64url')
}

export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** What is stored of a token. It has 256 random bits, so one SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}
