export type TroublePlan<Trouble> = {
  /** What the next requests meet, `times` of them (all from now on by default); `only` picks those of one receiver. */
  plan: (trouble: Trouble, options?: { times?: number; only?: string }) => void
  /** Takes what a request of that receiver meets, if anything. */
  take: (receiver: string) => Trouble | undefined
  /** Ends all troubles. */
  clear: () => void
}

/** Troubles that a test server makes, in the order in which they were planned. */
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
