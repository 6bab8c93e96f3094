import { type EventKey, isLater } from '../event-key.ts'

/**
 * A record of which the last event wins as a whole, deletion included, while some members stay what the first
 * event said. Merging is associative, commutative and idempotent, so that any order, repetition and grouping
 * of events ends in one state.
 */
export type LastWins<Document, First> = {
  /** The greatest key and what it said; a null document is a tombstone. */
  last: { key: EventKey; document: Document | null }
  /** The smallest key of an event that carried a document; null while only deletions are known. */
  first: { key: EventKey; members: First } | null
}

export function mergeLastWins<Document, First>(
  a: LastWins<Document, First>,
  b: LastWins<Document, First>,
): LastWins<Document, First> {
  return {
    last: isLater(b.last.key, a.last.key) ? b.last : a.last,
    first: earlierOf(a.first, b.first),
  }
}

export function documentAt<Document, First>(
  key: EventKey,
  document: Document,
  members: First,
): LastWins<Document, First> {
  return { last: { key, document }, first: { key, members } }
}

export function deletionAt(key: EventKey): LastWins<never, never> {
  return { last: { key, document: null }, first: null }
}

function earlierOf<T extends { key: EventKey }>(a: T | null, b: T | null): T | null {
  if (a === null || b === null) return a ?? b
  return isLater(a.key, b.key) ? b : a
}
