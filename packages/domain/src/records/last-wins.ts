import { type EventKey, isLater } from '../event-key.ts'

/**
 * A record in which the last event wins as a whole, deletions included, except for some members that come from the first
 * event. Merging is associative, commutative and idempotent, so any order, repetition and grouping of events ends in one
 * state.
 */
export type LastWins<Document, First> = {
  /** The greatest key and its document; null is a tombstone. */
  last: { key: EventKey; document: Document | null }
  /** The smallest key of an event with a document; null if there are only deletions. */
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
