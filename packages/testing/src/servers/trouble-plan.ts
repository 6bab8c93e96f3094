export type TroublePlan<Trouble> = {
  /** Plans a trouble for the next `times` requests (for all by default); `only` selects those of one receiver. */
  plan: (trouble: Trouble, options?: { times?: number; only?: string }) => void
  /** Removes and returns the trouble for a request of that receiver, if any. */
  take: (receiver: string) => Trouble | undefined
  /** Ends all troubles. */
  clear: () => void
}

/** Plans the troubles of a test server, in the order given. */
export function createTroublePlan<Trouble>(): TroublePlan<Trouble> {
  let planned: { trouble: Trouble; left: number; only: string | undefined }[] = []
  return {
    plan: (trouble, { times = Number.POSITIVE_INFINITY, only } = {}) => {
      planned.push({ trouble, left: times, only })
    },
    take: (receiver) => {
      const entry = planned.find(({ only }) => only === undefined || only === receiver)
      if (entry === undefined) return undefined
      entry.left -= 1
      if (entry.left === 0) planned = planned.filter((other) => other !== entry)
      return entry.trouble
    },
    clear: () => {
      planned = []
    },
  }
}
