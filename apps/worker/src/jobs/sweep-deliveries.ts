import { claimDue } from '@signalpost/database/ledger'
import { applyDeliveries } from './apply-deliveries.ts'

const sweptAtOnce = 500

/**
 * Applies whatever is due, also when the queue knows nothing of it: batches whose jobs were lost, deliveries that
 * wait for another attempt, replays. It works on the rows themselves, so that it needs no queue.
 */
export async function sweepDeliveries(
  dependencies: Parameters<typeof applyDeliveries>[0],
  { shouldStop }: { shouldStop: () => boolean },
): Promise<number> {
  let swept = 0
  while (!shouldStop()) {
    const applied = await applyDeliveries(dependencies, (transaction) => claimDue(transaction, sweptAtOnce))
    swept += applied
    if (applied < sweptAtOnce) break
  }
  return swept
}
