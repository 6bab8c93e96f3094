/** A find that a person gave a verdict, with the score that it was shown with. */
export type ScoredVerdict = { score: number; isGood: boolean }

/** How many good and how many bad ones a bar keeps. */
type KeptByBar = { bar: number; good: number; bad: number }

export type BarAdvice = {
  good: number
  bad: number
  /** What the bar of today would have kept of them. */
  now: KeptByBar
  /** How many verdicts of each kind a proposal needs besides. */
  missing: { good: number; bad: number }
  /** Null while verdicts are missing, or where no other bar divides them better. */
  proposal: KeptByBar | null
}

/** With five of a kind, one verdict moves the share that a bar keeps of them by a fifth; with fewer, one click decides. */
export const fewestOfKind = 5

/** Returns which bar keeps the most of the good ones beside the bad ones; of equals, the nearest to the bar of today. */
export function adviseBar(verdicts: readonly ScoredVerdict[], bar: number): BarAdvice {
  const kept = (at: number): KeptByBar => {
    const above = verdicts.filter(({ score }) => score >= at)
    const good = above.filter(({ isGood }) => isGood).length
    return { bar: at, good, bad: above.length - good }
  }
  const { good, bad } = kept(0)
  const missing = { good: Math.max(0, fewestOfKind - good), bad: Math.max(0, fewestOfKind - bad) }
  const now = kept(bar)
  const known = { good, bad, now, missing }
  if (missing.good + missing.bad > 0) return { ...known, proposal: null }
  // In whole numbers, as a rounded share would make equals differ.
  const worth = (one: KeptByBar): number => one.good * bad - one.bad * good
  const best = Array.from({ length: 101 }, (_, at) => kept(at)).reduce((first, other) => {
    const gain = worth(other) - worth(first)
    return gain > 0 || (gain === 0 && Math.abs(other.bar - bar) < Math.abs(first.bar - bar)) ? other : first
  })
  return { ...known, proposal: worth(best) > worth(now) ? best : null }
}
