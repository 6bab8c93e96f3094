import { computeDigest } from './compute-digest.ts'
import { type Claim, type RawHeaders, type Refusal, refuse } from './define-scheme.ts'
import { findDigest } from './find-digest.ts'
import { readHeader } from './read-header.ts'
import { findTimestampSeconds, formatTimestamp } from './timestamp.ts'

const maxItems = 8
const maxDigests = 4
const timestampItem = 't='
const digestItem = 'v1='
// Fixed classes with fixed limits and one `=` between them: no backtracking.
const otherItem = /^([a-z0-9_]{1,16})=[!-+\--~]{1,128}$/

/**
 * Reads `t=<10 digits>,v1=<64 hex>[,…]`: one `t` first, then 1 to 8 items, 1 to 4 of them `v1`. Skips items with other
 * names, so senders can add new kinds of signature.
 */
export function readTimedSignature(rawHeaders: RawHeaders, header: string): Claim | Refusal {
  const value = readHeader(rawHeaders, header)
  if (typeof value !== 'string') return value
  const [first = '', ...items] = value.split(',')
  const timestamp = first.slice(timestampItem.length)
  const timestampSeconds = findTimestampSeconds(timestamp)
  if (!first.startsWith(timestampItem) || timestampSeconds === undefined) return refuse('malformed')
  if (items.length > maxItems) return refuse('malformed')
  const digests: Buffer[] = []
  for (const item of items) {
    if (item.startsWith(digestItem)) {
      const digest = findDigest(item.slice(digestItem.length), 'hex')
      if (digest === undefined) return refuse('malformed')
      digests.push(digest)
    } else if (!isOtherItem(item)) {
      return refuse('malformed')
    }
  }
  if (digests.length === 0 || digests.length > maxDigests) return refuse('malformed')
  return { ok: true, signedPrefix: `${timestamp}.`, digests, timestampSeconds }
}

export function formatTimedSignature({
  key,
  timestampSeconds,
  body,
}: {
  readonly key: Uint8Array
  readonly timestampSeconds: number
  readonly body: Uint8Array
}): string {
  const timestamp = formatTimestamp(timestampSeconds)
  const digest = computeDigest(key, { signedPrefix: `${timestamp}.`, body })
  return `${timestampItem}${timestamp},${digestItem}${digest.toString('hex')}`
}

function isOtherItem(item: string): boolean {
  const name = otherItem.exec(item)?.[1]
  return name !== undefined && name !== 't'
}
