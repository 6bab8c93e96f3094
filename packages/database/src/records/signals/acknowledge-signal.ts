import { hasCome, instantOf } from '@signalpost/domain'
import type { DatabaseTransaction } from '../../database.ts'
import { type ChangedSignal, changeSignal } from './change-signal.ts'

/**
 * Acknowledges a signal. One that was acknowledged keeps its moment, unless that is still to come by our clock. Undefined
 * where there is no such signal.
 */
export function acknowledgeSignal(
  transaction: DatabaseTransaction,
  { by, ...reference }: { orgId: string; signalId: string; by: string; nowMs: number },
): Promise<ChangedSignal | undefined> {
  return changeSignal(transaction, {
    ...reference,
    eventFor: ({ id: signalId, acknowledgedAt }) => {
      if (hasCome(acknowledgedAt, reference.nowMs)) return undefined
      const now = instantOf(reference.nowMs)
      return { type: 'signal.acknowledged', dataAt: () => ({ signalId, acknowledgedAt: now, by }) }
    },
  })
}
