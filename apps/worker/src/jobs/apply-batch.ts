import type { EnqueuedBatch } from '@signalpost/queues'
import type { Taking } from './apply-deliveries.ts'
import type { Turns } from './take-turns.ts'
import type { TakenAlong } from './taken-along.ts'

type Dependencies = {
  inTurn: Turns
  takenAlong: TakenAlong
  /** Applies in one transaction what is queued of the batch; if `looksBehind`, also what is queued after it. */
  apply: (options: {
    looksBehind: boolean
    onTaken: (taking: Taking) => void
  }) => Promise<{ applied: number; left: number }>
  /** Called after each turn that applied something. */
  onApplied: () => void
}

/**
 * Does the job of a batch, one turn after another until a turn leaves nothing: bodies may be too large for one
 * transaction. Does nothing if other jobs took all of the batch along.
 */
export async function applyBatch(
  { inTurn, takenAlong, apply, onApplied }: Dependencies,
  batch: EnqueuedBatch,
): Promise<void> {
  if (takenAlong.take(batch)) return
  let isLeft = true
  while (isLeft) {
    isLeft = await inTurn(async ({ othersWait }) => {
      // Others may have taken it along while it waited.
      if (takenAlong.take(batch)) return false
      // Noted even if the transaction then fails: the sweep takes what no job does.
      const { applied, left } = await apply({
        // A backlog is found by jobs that wait. Its next job may begin before others have come from the queue.
        looksBehind: othersWait || takenAlong.hasMore(),
        onTaken: ({ taken }) => takenAlong.note(taken, batch),
      })
      if (applied > 0) onApplied()
      return left > 0
    })
  }
}
