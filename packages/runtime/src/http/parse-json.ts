import { isUtf8 } from 'node:buffer'

/** Parses one JSON document in UTF-8 without a byte order mark. */
export function parseJson(bytes: Buffer): { ok: true; value: unknown } | { ok: false } {
  if (!isUtf8(bytes)) return { ok: false }
  try {
    return { ok: true, value: JSON.parse(bytes.toString('utf8')) }
  } catch {
    // Drops the parser's message, because it quotes the body.
    return { ok: false }
  }
}
