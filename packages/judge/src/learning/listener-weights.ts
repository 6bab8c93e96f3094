/** What a listener learned from verdicts. JSON. */
export type ListenerWeights = {
  version: 1
  /** How many verdicts these weights were made from; 0 for the rubric's own. */
  verdicts: number
  pointsByKeyword: Record<string, number>
  /** The log-odds of a good verdict: an intercept, and what each feature adds. */
  intercept: number
  coefficients: Record<string, number>
}
