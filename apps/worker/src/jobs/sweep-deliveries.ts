import { claimDue } from '@signalpost/database/ledger'
import { applyDeliveries } from './apply-deliveries.ts'

const sweptAtOnce = 1_000

/**
 * Applies everything that is due, even without a job: batches whose jobs were lost, deliveries that wait for another
 * attempt, replays. It reads the rows themselves and needs no queue.
 */
export async function sweepDeliveries(
  dependencies: Parameters<typeof applyDeliveries>[0],
  { shouldStop }: { shouldStop: () => boolean },
): Promise<number> {
  let swept = 0
  while (!shouldStop()) {
    const { applied, left } = await applyDeliveries(dependencies, (transaction) =>
      claimDue(transaction, sweptAtOnce),
    )
    swept += applied
    if (applied < sweptAtOnce && left === 0) break
  }
  return swept
}
