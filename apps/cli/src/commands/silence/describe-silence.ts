import type { StoredSilence } from '@signalpost/database/rules'
import { record } from '../../terminal/table.ts'

export function describeSilence(silence: StoredSilence): string {
  return record({
    silence: silence.silenceId,
    mutes: summariseSilence(silence.conditions),
    until: silence.until,
    ended: silence.endedAt,
    reason: silence.reason,
  })
}

/** Describes a silence in one line. */
export function summariseSilence(conditions: StoredSilence['conditions']): string {
  const parts = Object.entries(conditions).map(([name, value]) => `${name} ${String(value)}`)
  return parts.length === 0 ? 'everything' : parts.join(', ')
}
