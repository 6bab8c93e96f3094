import type { Taking } from './apply-deliveries.ts'
import type { Turns } from './take-turns.ts'
import type { TakenAlong } from './taken-along.ts'

type Dependencies = {
  inTurn: Turns
  takenAlong: TakenAlong
  /** How many deliveries a turn claims if that many wait. */
  fill: number
  /** Applies in one transaction what is queued of the batch, and more behind it. */
  apply: (onTaken: (taking: Taking) => void) => Promise<{ applied: number; left: number }>
  /** Called after each turn that applied something. */
  onApplied: () => void
}

/**
 * Does the job of a batch, one turn after another until a turn leaves nothing: bodies may be too large for one
 * transaction. Does nothing if another job took the batch along.
 */
export async function applyBatch(
  { inTurn, takenAlong, fill, apply, onApplied }: Dependencies,
  batchId: string,
): Promise<void> {
  if (takenAlong.take(batchId)) return
  let isLeft = true
  while (isLeft) {
    isLeft = await inTurn(async () => {
      // Another job may have taken it along while it waited.
      if (takenAlong.take(batchId)) return false
      // Noted even if the transaction then fails: the sweep takes what no job does.
      const { applied, left } = await apply((taking) => takenAlong.note(taking, { batchId, limit: fill }))
      if (applied > 0) onApplied()
      return left > 0
    })
  }
}
