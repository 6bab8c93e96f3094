import { isRouted, RejectedError } from '@signalpost/domain'
import type { DatabaseTransaction } from '../../database.ts'
import { type ChangedSignal, changeSignal } from './change-signal.ts'

type Assignment = {
  orgId: string
  signalId: string
  /** Null for no one. */
  userId: string | null
  /** The user who has it now, or null, where the caller wants to change nothing else; any by default. */
  expected?: string | null | undefined
  /** The user who assigns it. */
  by: string
  nowMs: number
}

/**
 * Assigns a signal. A user who has it already keeps the moment and the assigner of the first time. Undefined where there
 * is no such signal. Throws RejectedError `conflict` if it is not assigned as expected.
 */
export function assignSignal(
  transaction: DatabaseTransaction,
  { userId, by, expected, ...reference }: Assignment,
): Promise<ChangedSignal | undefined> {
  return changeSignal(transaction, {
    ...reference,
    eventFor: ({ id: signalId, assignedTo }) => {
      if (expected !== undefined && (assignedTo?.userId ?? null) !== expected) {
        throw new RejectedError('conflict', 'The signal is assigned to another user than expected.')
      }
      // Who got the lead from a rule takes it now.
      const takes = assignedTo !== undefined && isRouted(assignedTo) && !isRouted({ by })
      if ((assignedTo?.userId ?? null) === userId && !takes) return undefined
      return {
        type: 'signal.assigned',
        dataAt: (at) => ({ signalId, assignedTo: userId === null ? null : { userId, at, by }, by }),
      }
    },
  })
}
