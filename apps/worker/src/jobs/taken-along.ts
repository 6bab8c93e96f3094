/** Batches that another batch's job has claimed, so their own jobs can skip the search. */
export type TakenAlong = {
  /**
   * Records what was claimed for the job of `batchId`, in the order of claiming. If `limit` were claimed, the last
   * batch may be cut, and its own job does the rest.
   */
  note: (claimed: readonly { batchId: string }[], options: { batchId: string; limit: number }) => void
  /** Whether a batch was taken along. Forgets the batch, since it has only one job. */
  take: (batchId: string) => boolean
}

// Bounds the memory for batches whose jobs never come.
const remembered = 10_000

export function createTakenAlong(): TakenAlong {
  const batches = new Set<string>()
  return {
    note: (claimed, { batchId, limit }) => {
      const cut = claimed.length >= limit ? claimed.at(-1)?.batchId : undefined
      for (const { batchId: along } of claimed) if (along !== batchId && along !== cut) batches.add(along)
      for (const oldest of batches) {
        if (batches.size <= remembered) break
        batches.delete(oldest)
      }
    },
    take: (batchId) => batches.delete(batchId),
  }
}
