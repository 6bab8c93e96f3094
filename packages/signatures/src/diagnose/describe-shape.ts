import type { RawHeaders, SignatureHeaders } from '../define-scheme.ts'
import { readHeader } from '../read-header.ts'

/**
 * Returns what is wrong with signature headers that could not be read, by comparing their shape with that of `sample`,
 * headers of the same scheme that are right. Looks at no more than a header may have: 1,024 bytes.
 */
export function describeShape(rawHeaders: RawHeaders, sample: SignatureHeaders): string {
  for (const [name, right] of Object.entries(sample)) {
    const value = readHeader(rawHeaders, name)
    if (typeof value !== 'string') {
      if (value.reason === 'repeated') return `two \`${name}\` headers`
      if (value.reason === 'malformed') return `more than 1,024 bytes in \`${name}\``
      continue
    }
    const found = shapes.find(({ isFound }) => isFound(value, right))
    if (found !== undefined) return found.detail
  }
  return 'another format'
}

type Shape = { detail: string; isFound: (value: string, right: string) => boolean }

const hexOf = (digits: number): RegExp =>
  new RegExp(`(?:^|[^0-9a-fA-F])[0-9a-fA-F]{${digits}}(?:$|[^0-9a-fA-F])`)
const hex64 = hexOf(64)
const base64Digest = /(?:^|[^A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{43}=?(?:$|[^A-Za-z0-9+/=_-])/

const shapes: readonly Shape[] = [
  { detail: 'quotation marks', isFound: (value) => /["']/.test(value) },
  {
    detail: 'a timestamp in milliseconds',
    isFound: (value, right) =>
      /(?:^|[^0-9])[0-9]{10}(?:$|[^0-9])/.test(right) &&
      /(?:^|[^0-9a-zA-Z+/])[0-9]{13}(?:$|[^0-9a-zA-Z+/])/.test(value),
  },
  {
    detail: '`sha256=` in front',
    isFound: (value, right) => /sha256=/i.test(value) && !right.startsWith('sha256='),
  },
  { detail: 'a SHA-512 digest', isFound: (value) => hexOf(128).test(value) },
  { detail: 'a SHA-1 digest', isFound: (value) => hexOf(40).test(value) && !hex64.test(value) },
  {
    detail: 'base64 where hex is due',
    isFound: (value, right) => hex64.test(right) && !hex64.test(value) && base64Digest.test(value),
  },
  {
    detail: 'hex where base64 is due',
    isFound: (value, right) => !hex64.test(right) && base64Digest.test(right) && hex64.test(value),
  },
  {
    detail: 'upper-case hex',
    isFound: (value, right) =>
      hex64.test(right) && hex64.test(value) && /(?:^|[^A-Za-z])[0-9A-F]{64}$/.test(value),
  },
  {
    detail: 'no timestamp',
    isFound: (value, right) => right.startsWith('t=') && !value.startsWith('t='),
  },
  {
    detail: 'a missing prefix',
    isFound: (value, right) =>
      /^[a-z0-9]+[=,]/.test(right) && !value.startsWith(/^[a-z0-9]+[=,]/.exec(right)?.[0] ?? ''),
  },
]
