import type { DatabaseTransaction } from '../../database.ts'
import { type ChangedSignal, changeSignal } from './change-signal.ts'

/** Acknowledges a signal. One that was acknowledged keeps its moment. Undefined where there is no such signal. */
export function acknowledgeSignal(
  transaction: DatabaseTransaction,
  { by, ...reference }: { orgId: string; signalId: string; by: string; nowMs: number },
): Promise<ChangedSignal | undefined> {
  return changeSignal(transaction, {
    ...reference,
    eventFor: ({ id: signalId, acknowledgedAt }) => {
      if (acknowledgedAt !== undefined) return undefined
      return { type: 'signal.acknowledged', dataAt: (at) => ({ signalId, acknowledgedAt: at, by }) }
    },
  })
}
