export type TroublePlan<Trouble> = {
  /**
   * Plans a trouble for the next `times` requests (for all by default) after the first `after`; `only` selects those of
   * one receiver.
   */
  plan: (trouble: Trouble, options?: { times?: number; after?: number; only?: string }) => void
  /** Removes and returns the trouble for a request of that receiver, if any. */
  take: (receiver: string) => Trouble | undefined
  /** Ends all troubles. */
  clear: () => void
}

/** Plans the troubles of a test server, in the order given. */
export function createTroublePlan<Trouble>(): TroublePlan<Trouble> {
  let planned: { trouble: Trouble; left: number; after: number; only: string | undefined }[] = []
  return {
    plan: (trouble, { times = Number.POSITIVE_INFINITY, after = 0, only } = {}) => {
      planned.push({ trouble, left: times, after, only })
    },
    take: (receiver) => {
      const entry = planned.find(({ only }) => only === undefined || only === receiver)
      if (entry === undefined) return undefined
      if (entry.after > 0) {
        entry.after -= 1
        return undefined
      }
      entry.left -= 1
      if (entry.left === 0) planned = planned.filter((other) => other !== entry)
      return entry.trouble
    },
    clear: () => {
      planned = []
    },
  }
}
