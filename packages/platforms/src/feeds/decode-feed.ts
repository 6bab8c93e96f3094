const declaration = /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})["']/
const longestDeclaration = 200

/**
 * Decodes a feed: by its byte order mark, else as UTF-8 if it is that, else by what the answer or the feed itself declares,
 * else as Windows 1252. A wrong label on UTF-8, which is common, does no harm.
 */
export function decodeFeed(body: Uint8Array, contentType: string | undefined): string {
  const marked = markedEncodingOf(body)
  if (marked !== undefined) return decode(body, marked) ?? ''
  const declared = /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1]
  const head = new TextDecoder('latin1').decode(body.subarray(0, longestDeclaration))
  const own = declaration.exec(head)?.[1]
  const candidates = ['utf-8', declared, own].filter((name) => name !== undefined)
  for (const name of candidates) {
    const text = decode(body, name, true)
    if (text !== undefined) return text
  }
  return decode(body, 'windows-1252') ?? ''
}

function markedEncodingOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined
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
