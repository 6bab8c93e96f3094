import type { Instant } from '@signalpost/domain'

/** An instant as PostgreSQL reads it: it has no year 0, which it calls 1 BC. */
export function timestampOf(instant: Instant): string {
  return instant.startsWith('0000') ? `0001${instant.slice(4)} BC` : instant
}
