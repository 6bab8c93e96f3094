import { gunzipSync } from 'node:zlib'
import { broken } from '../reading/read-answer.ts'
import type { SearchFault } from '../search.ts'

export const mostFeedBytes = 4 * 1024 * 1024

const declaration = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/
const longestDeclaration = 200
/** How many characters of UTF-8 must be whole for each that is not, where something else is declared. */
const trustedShare = 2

/**
 * Decodes a feed, also one that was compressed once more as a file: by its byte order mark, else as UTF-8 if it is that, else
 * by what the answer or the feed itself declares, else as Windows 1252. A wrong label on UTF-8, which is common, does no harm,
 * and neither does a bad byte within it: only one letter is lost.
 */
export function decodeFeed(body: Uint8Array, contentType: string | undefined): string | SearchFault {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return decodeText(body, contentType)
  try {
    return decodeText(gunzipSync(body, { maxOutputLength: mostFeedBytes }), contentType)
  } catch (error) {
    const isTooLarge = error instanceof RangeError
    return broken(
      isTooLarge ? 'The feed has more than 4 MiB.' : 'The feed is a gzip file that is damaged or cut off.',
    )
  }
}

function decodeText(body: Uint8Array, contentType: string | undefined): string {
  const marked = markedEncodingOf(body)
  if (marked !== undefined) return decode(body, marked) ?? ''
  const declared = declaredEncodingsOf(body, contentType)
  // The one family that looks like UTF-8 but is not: its letters are ASCII between escapes.
  const escaped = declared.find((name) => /^iso-2022-/i.test(name))
  if (escaped !== undefined && body.includes(0x1b)) return decode(body, escaped) ?? ''
  const utf8 = decode(body, 'utf-8', true)
  if (utf8 !== undefined) return utf8
  const others = declared.filter((name) => !/^utf-?8$/i.test(name))
  const spoilt = decode(body, 'utf-8') ?? ''
  if (isMostlyWhole(spoilt, others.length === 0 ? 1 : trustedShare)) return spoilt
  for (const isStrict of [true, false]) {
    for (const name of others) {
      const text = decode(body, name, isStrict)
      if (text !== undefined) return text
    }
  }
  return decode(body, 'windows-1252') ?? ''
}

/** UTF-16 without a mark shows itself by the zeros around the first letter, which is ASCII in every format. */
function markedEncodingOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be'
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le'
  return undefined
}

/** A body of UTF-16 was found by its bytes. Where a label says so of others, it is wrong. */
function declaredEncodingsOf(body: Uint8Array, contentType: string | undefined): string[] {
  const declared = /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1]
  const head = new TextDecoder('latin1').decode(body.subarray(0, longestDeclaration))
  return [declared, declaration.exec(head)?.[1]].filter(
    (name) => name !== undefined && !/^(?:utf-?16|ucs-?2|unicode)/i.test(name),
  ) as string[] // The cast: `filter` does not narrow two conditions.
}

/** Whether a text that was decoded as UTF-8 has more letters beyond ASCII that are whole than ones that are spoilt. */
function isMostlyWhole(text: string, least: number): boolean {
  let whole = 0
  let spoilt = 0
  for (const letter of text) {
    if (letter === '\ufffd') spoilt += 1
    else if (letter > '\u007f') whole += 1
  }
  return whole > spoilt * least
}

/** Undefined for an encoding that is unknown, and with `isStrict` for text that is not in it. */
function decode(body: Uint8Array, encoding: string, isStrict = false): string | undefined {
  try {
    // No store accepts a NUL.
    return new TextDecoder(encoding, { fatal: isStrict }).decode(body).replaceAll('\u0000', '\ufffd')
  } catch {
    return undefined
  }
}
