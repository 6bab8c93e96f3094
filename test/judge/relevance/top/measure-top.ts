import { type Interval, intervalOf, meanOf, resample } from '../../bootstrap.ts'
import { kappaOf } from '../agreement.ts'
import { type Label, precisionAt } from '../ranking.ts'

/** The labels of a listener's first posts, the best first. Undefined where no one labelled a post. */
export type TopListener = { company: string; candidates: number; labels: readonly (Label | undefined)[] }

type Measured = { value: number; interval: Interval }

export type Top = {
  companies: {
    company: string
    candidates: number
    precision10: number
    precision20: number
    act10: number
  }[]
  precision10: Measured
  precision20: Measured
  /** The share of the first ten that a reader would act on today. */
  act10: Measured
  /** How many of the first twenty no one labelled. They count as bad. */
  unlabelled: number
  /** Kappa of the two readers of the posts that were labelled for this, of three labels; NaN without such posts. */
  agreement: number
}

/** How many posts of each listener are measured. */
export const topCount = 20

/** Measures what a person meets who reads a listener's posts from the best down. Intervals draw listeners again. */
export function measureTop(
  listeners: readonly TopListener[],
  readings: readonly (readonly [first: Label, second: Label])[],
): Top {
  const companies = listeners.map(({ company, candidates, labels }) => {
    const known = labels.map((label) => label ?? 0)
    const acts = known.map((label): Label => (label === 2 ? 2 : 0))
    return {
      ...{
        company,
        candidates,
        precision10: precisionAt(known, 10),
        precision20: precisionAt(known, topCount),
      },
      act10: precisionAt(acts, 10),
    }
  })
  const mean = (of: (company: (typeof companies)[number]) => number): Measured => ({
    value: meanOf(companies.map(of)),
    interval: intervalOf((random) => meanOf(resample(companies, random).map(of))),
  })
  return {
    companies,
    precision10: mean(({ precision10 }) => precision10),
    precision20: mean(({ precision20 }) => precision20),
    act10: mean(({ act10 }) => act10),
    unlabelled: listeners
      .flatMap(({ labels }) => labels.slice(0, topCount))
      .filter((one) => one === undefined).length,
    agreement: readings.length === 0 ? Number.NaN : kappaOf(readings),
  }
}
