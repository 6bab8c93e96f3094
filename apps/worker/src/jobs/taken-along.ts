/** Batches that another batch's job has claimed, so their own jobs can skip the search. */
export type TakenAlong = {
  /**
   * Records what the job of `batchId` took of what it claimed, in the order of claiming. If `limit` were claimed, the
   * last batch may be cut; batches of which something was left are. Their own jobs do the rest.
   */
  note: (
    claimed: { taken: readonly OfBatch[]; left: readonly OfBatch[] },
    options: { batchId: string; limit: number },
  ) => void
  /** Whether a batch was taken along. Forgets the batch, since it has only one job. */
  take: (batchId: string) => boolean
}

type OfBatch = { batchId: string }

// Bounds the memory for batches whose jobs never come.
const remembered = 10_000

export function createTakenAlong(): TakenAlong {
  const batches = new Set<string>()
  return {
    note: ({ taken, left }, { batchId, limit }) => {
      const cut = new Set(left.map((delivery) => delivery.batchId))
      const last = taken.at(-1)
      if (last !== undefined && taken.length + left.length >= limit) cut.add(last.batchId)
      for (const { batchId: along } of taken) if (along !== batchId && !cut.has(along)) batches.add(along)
      for (const oldest of batches) {
        if (batches.size <= remembered) break
        batches.delete(oldest)
      }
    },
    take: (batchId) => batches.delete(batchId),
  }
}
