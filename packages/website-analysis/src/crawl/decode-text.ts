import { TextDecoder } from 'node:util'

/**
 * Decodes a document by the encoding named in its first bytes, its content type or a `meta` element in its first
 * kilobyte, in this order (WHATWG HTML, "determining the character encoding"). Falls back to UTF-8, and to windows-1252
 * if it is not valid UTF-8.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string {
  const label = byOrderMark(bytes) ?? findCharset(contentType ?? '') ?? byMeta(bytes)
  const decoder = createDecoder(label ?? 'utf-8')
  if (decoder !== undefined && label !== undefined) return decoder.decode(bytes)
  const text = new TextDecoder().decode(bytes)
  return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(bytes) : text
}

function byOrderMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined
}

function findCharset(text: string): string | undefined {
  return /charset\s*=\s*(?:["']\s*)?([a-z0-9_:.-]{2,40})/i.exec(text)?.[1]
}

function byMeta(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 1024).toString('latin1')
  const meta = /<meta[^>]{0,200}charset[^>]{0,100}>/i.exec(head)?.[0]
  const label = meta === undefined ? undefined : findCharset(meta)
  // The `meta` element was readable, so the document cannot be in UTF-16.
  return label !== undefined && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function createDecoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label)
  } catch {
    return undefined // an unknown encoding
  }
}
