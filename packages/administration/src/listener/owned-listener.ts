import type { DatabaseTransaction } from '@signalpost/database'
import type { AuditedState } from '@signalpost/database/acts'
import { findListener } from '@signalpost/database/records'
import { type ListenerReference, type ListenerSchedule, lockSchedule } from '@signalpost/database/searching'
import { type Listener, RejectedError } from '@signalpost/domain'

/** A listener that was made here, with its schedule. */
export type OwnedListener = { listener: Listener; schedule: ListenerSchedule }

/**
 * Returns a listener to change; other changes wait for the end of the transaction. Throws RejectedError: `not_found`,
 * and `conflict` for a listener of an outside sender.
 */
export async function getOwnedListener(
  transaction: DatabaseTransaction,
  reference: ListenerReference,
): Promise<OwnedListener> {
  const schedule = await lockSchedule(transaction, reference)
  const listener = await findListener(transaction, reference)
  if (listener === undefined) throw missingListener()
  if (schedule === undefined) throw ownedElsewhere()
  return { listener, schedule }
}

export function missingListener(): RejectedError {
  return new RejectedError('not_found', 'There is no such listener.')
}

export function ownedElsewhere(): RejectedError {
  return new RejectedError(
    'conflict',
    'An outside sender owns this listener; change it there. Only listeners that were made here can be changed here.',
  )
}

/** Returns what the audit log shows of a listener. */
export function auditedListener({ listener, schedule }: OwnedListener): AuditedState {
  const { name, mode, objective, keywords, exclusions, queries, sensitivity, profile } = listener
  const { settings, isPaused } = schedule
  const plan = { mode, objective, keywords, exclusions, queries, profile }
  return { name, ...plan, schedule: listener.schedule, sensitivity, ...settings, isPaused }
}

/** The workspace and target of an audit row about a listener. */
export function listenerTarget({ orgId, listenerId }: ListenerReference): {
  orgId: string
  target: { type: 'listener'; id: string }
} {
  return { orgId, target: { type: 'listener', id: listenerId } }
}
