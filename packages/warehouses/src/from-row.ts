import type { Bucket, Cursor, StoredHash } from './target.ts'

/** A row from a warehouse's library: large integers may be text, numbers, or bigints. */
type Row = Readonly<Record<string, unknown>>

export function cursorFrom({ position, rewriteUntil, version, history }: Row): Cursor {
  return {
    position: BigInt(String(position)),
    rewriteUntil: BigInt(String(rewriteUntil)),
    version: Number(version),
    ...(typeof history === 'string' && history !== '' && { history }),
  }
}

export function bucketFrom({ prefix, rows, sum }: Row): Bucket {
  return { prefix: String(prefix), rows: BigInt(String(rows)), sum: BigInt(String(sum)) }
}

/** Rows of an engine that shows one row for each key have no `copies`. */
export function storedHashFrom({ key, version, hash, copies = 1 }: Row): StoredHash {
  return { key: String(key), version: BigInt(String(version)), hash: String(hash), copies: Number(copies) }
}
