import type { DatabaseTransaction } from '@signalpost/database'
import { type NewRun, startRuns } from '@signalpost/database/dispatches'
import { type Escalation, firstStep, type Occasion, shouldEscalate, stepDueMs } from '@signalpost/domain'

/** Begins the escalations that these occasions meet. Returns the ids of their signals. */
export async function startEscalations(
  transaction: DatabaseTransaction,
  escalations: readonly Escalation[],
  { orgId, occasions }: { orgId: string; occasions: readonly Occasion[] },
): Promise<string[]> {
  const runs = occasions.flatMap((occasion) =>
    escalations.flatMap((escalation): NewRun[] => {
      const { signal, storedAtMs } = occasion
      if (!shouldEscalate(escalation, occasion)) return []
      const dueMs = stepDueMs(escalation, storedAtMs, firstStep)
      return [{ escalationId: escalation.id, signalId: signal.id, storedAtMs, dueMs }]
    }),
  )
  await startRuns(transaction, orgId, runs)
  return runs.map(({ signalId }) => signalId)
}
