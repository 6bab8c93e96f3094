import type { Alert } from '@signalpost/channels'
import type { Rule } from '@signalpost/domain'

/** Returns how a rule wants its messages, and the zone of their times. */
export function styleOf({ language, parts, subject, timeZone }: Rule): Pick<Alert, 'style' | 'timeZone'> {
  return { style: { language, parts, subject }, timeZone }
}
