const hexDigest = /^[0-9a-f]{64}$/
// 32 bytes leave 4 bits for the last letter: the other 48 letters would encode the same digest again.
const base64Digest = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/

export const digestEncodings = ['hex', 'base64'] as const

export type DigestEncoding = (typeof digestEncodings)[number]

/**
 * Returns the 32 bytes of a SHA-256 digest; undefined for anything but its one spelling, which is 64 lower-case hex
 * digits or 44 characters of padded standard base64. `Buffer.from` alone would shorten what it cannot read.
 */
export function findDigest(text: string, encoding: DigestEncoding): Buffer | undefined {
  const spelling = encoding === 'hex' ? hexDigest : base64Digest
  return spelling.test(text) ? Buffer.from(text, encoding) : undefined
}
