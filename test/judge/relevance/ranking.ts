/**
 * How well an order puts the best first. `labels` are those of the posts in that order: 2 act, 1 worth a look, 0 no.
 * The first two take every post that is worth a look as relevant.
 */

export type Label = 0 | 1 | 2

/** Returns the share of relevant posts among the first `count`. */
export function precisionAt(labels: readonly Label[], count: number): number {
  return labels.slice(0, count).filter((label) => label > 0).length / Math.min(count, labels.length)
}

/** Returns the mean of the precision at each relevant post; NaN without one. */
export function averagePrecision(labels: readonly Label[]): number {
  const precisions = labels.flatMap((label, index) => (label > 0 ? [precisionAt(labels, index + 1)] : []))
  return precisions.reduce((sum, one) => sum + one, 0) / precisions.length
}

/**
 * Returns the gain of the first `count` over that of the best order, with the gain 2^label - 1 and the discount
 * log2(rank + 1); NaN without a relevant post.
 *
 * Source: Burges and others, Learning to rank using gradient descent, ICML (2005).
 */
export function ndcgAt(labels: readonly Label[], count: number): number {
  return discountedGain(labels.slice(0, count)) / discountedGain(bestFirst(labels).slice(0, count))
}

function discountedGain(labels: readonly Label[]): number {
  return labels.reduce((sum: number, label, index) => sum + (2 ** label - 1) / Math.log2(index + 2), 0)
}

function bestFirst(labels: readonly Label[]): Label[] {
  return labels.toSorted((a, b) => b - a)
}
