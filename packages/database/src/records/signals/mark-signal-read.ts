import type { DatabaseTransaction } from '../../database.ts'
import { type ChangedSignal, changeSignal } from './change-signal.ts'

/** Marks a signal as read. One that was read keeps its moment. Undefined where there is no such signal. */
export function markSignalRead(
  transaction: DatabaseTransaction,
  reference: { orgId: string; signalId: string; nowMs: number },
): Promise<ChangedSignal | undefined> {
  return changeSignal(transaction, {
    ...reference,
    eventFor: ({ id: signalId, readAt }) => {
      if (readAt !== undefined) return undefined
      return { type: 'signal.read', dataAt: (at) => ({ signalId, readAt: at }) }
    },
  })
}
