import { hasCome, instantOf } from '@signalpost/domain'
import type { DatabaseTransaction } from '../../database.ts'
import { type ChangedSignal, changeSignal } from './change-signal.ts'

/**
 * Marks a signal as read. One that was read keeps its moment, unless that is still to come by our clock. Undefined where
 * there is no such signal.
 */
export function markSignalRead(
  transaction: DatabaseTransaction,
  { by, ...reference }: { orgId: string; signalId: string; by: string; nowMs: number },
): Promise<ChangedSignal | undefined> {
  return changeSignal(transaction, {
    ...reference,
    eventFor: ({ id: signalId, readAt }) => {
      if (hasCome(readAt, reference.nowMs)) return undefined
      const now = instantOf(reference.nowMs)
      return { type: 'signal.read', dataAt: () => ({ signalId, readAt: now, by }) }
    },
  })
}
