import { type RawHeaders, type Refusal, refuse } from './define-scheme.ts'

const maxHeaderBytes = 1024

/**
 * Returns the value of a header that must occur exactly once, with at most 1,024 bytes. `name` is in lower case. Reads
 * raw headers because `req.headers` joins repeated ones or drops all but one.
 */
export function readHeader(rawHeaders: RawHeaders, name: string): string | Refusal {
  let found: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!isNamed(rawHeaders[index], name)) continue
    if (found !== undefined) return refuse('repeated')
    found = rawHeaders[index + 1]
  }
  if (found === undefined) return refuse('missing')
  // Node decodes header bytes as latin1, so one character is one byte.
  return found.length > maxHeaderBytes ? refuse('malformed') : found
}

export function hasHeader(rawHeaders: RawHeaders, name: string): boolean {
  return rawHeaders.some((text, index) => index % 2 === 0 && isNamed(text, name))
}

function isNamed(text: string | undefined, name: string): boolean {
  return text?.length === name.length && text.toLowerCase() === name
}
