import type { Occasion } from '../alerts/decide-alert.ts'
import { unmetConditions } from '../alerts/match-rules.ts'
import { dayMs } from '../durations.ts'
import { withRegistersOf } from '../records/embedded-registers.ts'
import type { Escalation } from './escalation.ts'

/**
 * Whether a signal begins to escalate: at its first storing, or within a day of it when a changed document newly meets
 * the conditions. A signal that was old when it was stored never does.
 */
export function shouldEscalate(
  { conditions }: Pick<Escalation, 'conditions'>,
  { signal, before, storedAtMs, atMs }: Pick<Occasion, 'signal' | 'before' | 'storedAtMs' | 'atMs'>,
): boolean {
  if (storedAtMs - Date.parse(signal.firstSeenAt) > dayMs) return false
  if (unmetConditions(signal, conditions).length > 0) return false
  if (before === undefined) return true
  if (atMs - storedAtMs > dayMs) return false
  return before === null || unmetConditions(withRegistersOf(before, signal), conditions).length > 0
}
