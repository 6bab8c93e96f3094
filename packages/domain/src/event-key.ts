import type { Instant } from './instant.ts'

/**
 * Events are ordered by their moment, then by their id, then by the id of their source; ids are compared by their bytes.
 * Two events with one key are one event. Events that the product makes itself have an empty `sourceId`.
 */
export type EventKey = { at: Instant; eventId: string; sourceId: string }

/** Negative if `a` comes first. Ids are ASCII and instants have one width, so code unit order is byte order. */
export function compareEventKeys(a: EventKey, b: EventKey): number {
  return compareText(a.at, b.at) || compareText(a.eventId, b.eventId) || compareText(a.sourceId, b.sourceId)
}

export function isLater(a: EventKey, b: EventKey): boolean {
  return compareEventKeys(a, b) > 0
}

function compareText(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
