import { componentCaps } from '../rubric/rubric-4.ts'

/** What a listener learned from verdicts. JSON. */
export type ListenerWeights = {
  version: 1
  /** How many verdicts these weights were made from; 0 for the rubric's own. */
  verdicts: number
  pointsByKeyword: Record<string, number>
  /**
   * The log-odds of a good verdict: an intercept, and what each feature adds. Those of components, by their names, are
   * multiplied by the share of the cap; `keyword:…`, `label:…` and `platform:…` are added where they apply.
   */
  intercept: number
  coefficients: Record<string, number>
}

const evenScore = 45
/** So many points of a score make a good verdict 2.7 times as likely against a bad one. */
export const pointsPerLogOdds = 10
/** What keywords add to `fit`, up or down, at most. */
export const mostShift = 6

/** The rubric's own weights: a score of 45 is good as often as not. */
export function priorWeights(): ListenerWeights {
  return {
    version: 1,
    verdicts: 0,
    pointsByKeyword: {},
    intercept: -evenScore / pointsPerLogOdds,
    coefficients: Object.fromEntries(
      Object.entries(componentCaps).map(([name, cap]) => [name, cap / pointsPerLogOdds]),
    ),
  }
}

/** Returns the points that matched keywords add to `fit`: six at most, up or down, however many there are. */
export function learnedShift(
  { pointsByKeyword }: ListenerWeights,
  matchedKeywords: readonly string[],
): number {
  const points = matchedKeywords.map((keyword) =>
    Object.hasOwn(pointsByKeyword, keyword) ? (pointsByKeyword[keyword] ?? 0) : 0,
  )
  const sum = points.reduce((total, one) => total + one, 0)
  return Math.max(-mostShift, Math.min(mostShift, Math.round(sum)))
}
