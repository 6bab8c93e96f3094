import type { AuditedState } from '@signalpost/database/acts'
import type { ChangedSignal } from '@signalpost/database/records'
import { RejectedError, type Signal } from '@signalpost/domain'
import { changeBetween } from '../change-between.ts'
import type { Done } from '../define-act.ts'

/** Returns the outcome of an act on a signal, with what `audited` shows of it for the log. Throws RejectedError `not_found`. */
export function doneWithSignal(
  changed: ChangedSignal | undefined,
  orgId: string,
  audited: (signal: Signal) => AuditedState,
): Done<Signal> {
  if (changed === undefined) throw new RejectedError('not_found', 'There is no such signal.')
  const { before, signal } = changed
  const states = { before: audited(before), after: audited(signal) }
  return {
    result: signal,
    change: changeBetween({ orgId, target: { type: 'signal', id: signal.id }, ...states }),
  }
}
