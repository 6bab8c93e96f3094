import { bucketFrom, storedHashFrom } from '../from-row.ts'
import type { Bucket, StoredHash } from '../target.ts'
import type { Engine } from './engine.ts'

export async function readBuckets(
  { query }: Engine,
  statement: string,
  { orgId, digits }: { orgId: string; digits: number },
): Promise<Bucket[]> {
  const rows = await query(statement, [orgId, digits])
  return rows.map(bucketFrom).sort((a, b) => (a.prefix < b.prefix ? -1 : 1))
}

export async function readHashes(
  { query }: Engine,
  statement: string,
  { orgId, prefixes }: { orgId: string; prefixes: readonly string[] },
): Promise<StoredHash[]> {
  const rows = await query(statement, [orgId, JSON.stringify(prefixes)])
  return rows.map((row) => storedHashFrom({ ...row, key: readText(row.key) }))
}

/** Parses a text from JSON, because the library drops a leading byte order mark. */
function readText(json: unknown): string {
  const text: unknown = JSON.parse(String(json))
  return String(text)
}
