import type { Instant } from '@signalpost/domain'

/** Writes an instant for PostgreSQL, which has no year 0 and calls it 1 BC. */
export function timestampOf(instant: Instant): string {
  return instant.startsWith('0000') ? `0001${instant.slice(4)} BC` : instant
}
