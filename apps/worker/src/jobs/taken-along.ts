/** Batches that went along with another's job, so that their own jobs need not look for them. */
export type TakenAlong = {
  /**
   * Notes what was claimed for the job of `batchId`, in the order in which it was claimed. Where it is `limit` long the
   * last batch may be cut, and its job has the rest to do.
   */
  note: (claimed: readonly { batchId: string }[], options: { batchId: string; limit: number }) => void
  /** Whether a batch went along; it is asked once, as a batch has one job. */
  take: (batchId: string) => boolean
}

// A job that never comes must not be remembered for ever.
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
