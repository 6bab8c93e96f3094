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
/** What keywords count against a find at most: of these, six are in its score, and the rest is in the bar. */
export const mostAgainst = 15

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
export function learnedShift(weights: ListenerWeights, matchedKeywords: readonly string[]): number {
  return Math.max(-mostShift, learnedPoints(weights, matchedKeywords))
}

/** Returns by how much the bar is higher for a find with these keywords: what of their points is not in the score. */
export function learnedDemand(weights: ListenerWeights, matchedKeywords: readonly string[]): number {
  return Math.max(0, -mostShift - learnedPoints(weights, matchedKeywords))
}

function learnedPoints({ pointsByKeyword }: ListenerWeights, keywords: readonly string[]): number {
  const points = keywords.map((keyword) =>
    Object.hasOwn(pointsByKeyword, keyword) ? (pointsByKeyword[keyword] ?? 0) : 0,
  )
  const sum = Math.round(points.reduce((total, one) => total + one, 0))
  return Math.max(-mostAgainst, Math.min(mostShift, sum))
}
