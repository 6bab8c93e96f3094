import type { EnqueuedBatch } from '@signalpost/queues'

/** What other batches' jobs have claimed of a batch, so its own job can skip the search if that is all of it. */
export type TakenAlong = {
  /** Records the deliveries that the job of `batchId` took of other batches. */
  note: (taken: readonly OfBatch[], options: { batchId: string }) => void
  /**
   * Whether all deliveries of a batch were taken along; forgets the batch then, since it has only one job. Others may take
   * of a batch while more is stored into it, so the number of its deliveries decides. False if the job does not say it.
   */
  take: (batch: EnqueuedBatch) => boolean
  /** Whether the latest job took something along, so that there may be more. */
  hasMore: () => boolean
}

type OfBatch = { batchId: string }

// Bounds the memory for batches whose jobs never come.
const remembered = 10_000

export function createTakenAlong(): TakenAlong {
  const counts = new Map<string, number>()
  let tookSome = false
  return {
    note: (taken, { batchId }) => {
      tookSome = taken.some(({ batchId: along }) => along !== batchId)
      for (const { batchId: along } of taken) {
        if (along !== batchId) counts.set(along, (counts.get(along) ?? 0) + 1)
      }
      for (const oldest of counts.keys()) {
        if (counts.size <= remembered) break
        counts.delete(oldest)
      }
    },
    take: ({ batchId, deliveries = Number.POSITIVE_INFINITY }) =>
      (counts.get(batchId) ?? 0) >= deliveries && counts.delete(batchId),
    hasMore: () => tookSome,
  }
}
