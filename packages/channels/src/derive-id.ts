import { createHash } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const restLength = 16

/**
 * Derives the same id from the same text and moment: the prefix and, in lower case, a ULID (github.com/ulid/spec) whose
 * random part is a digest of the text. Throws RangeError for an invalid moment.
 */
export function deriveId(prefix: string, { text, at }: { text: string; at: string }): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return prefix + encode(BigInt(Date.parse(at)), timeLength) + encode(BigInt(`0x${digest}`), restLength)
}

function encode(value: bigint, length: number): string {
  let rest = value
  let encoded = ''
  for (let position = 0; position < length; position++) {
    encoded = alphabet.charAt(Number(rest & 31n)) + encoded
    rest >>= 5n
  }
  return encoded
}
