import type { Instant } from './instant.ts'

/**
 * What orders events: the moment, then the event's id, then the source's, the ids by their bytes.
 * Two events of one key are one event. Events made by the product itself have an empty `sourceId`.
 */
export type EventKey = { at: Instant; eventId: string; sourceId: string }

/** Negative when `a` comes first. Ids are ASCII and instants have one width, so code unit order is byte order. */
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
