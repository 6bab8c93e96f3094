/**
 * Returns the chance that a random good one scores above a random bad one, where a tie counts half: the area under the
 * ROC curve. NaN without one of each.
 *
 * Source: Hanley, McNeil, The meaning and use of the area under a ROC curve, Radiology 143 (1982).
 */
export function aucOf({ good, bad }: { good: readonly number[]; bad: readonly number[] }): number {
  const sorted = bad.toSorted((a, b) => a - b)
  const wins = good.reduce(
    (sum, score) => sum + (countBelow(sorted, score) + countUpTo(sorted, score)) / 2,
    0,
  )
  return wins / (good.length * bad.length)
}

function countBelow(sorted: readonly number[], score: number): number {
  return firstWhere(sorted, (one) => one >= score)
}

function countUpTo(sorted: readonly number[], score: number): number {
  return firstWhere(sorted, (one) => one > score)
}

/** Returns the first place of a sorted list at which a condition holds, or its length. */
function firstWhere(sorted: readonly number[], holds: (one: number) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(sorted[middle] ?? Number.NaN)) high = middle
    else low = middle + 1
  }
  return low
}
