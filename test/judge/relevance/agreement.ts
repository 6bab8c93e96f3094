/**
 * Returns by how much two readers agree beyond chance: 1 always, 0 as often as by chance. NaN if both gave one and the
 * same label to everything.
 *
 * Source: Cohen, A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20 (1960).
 */
export function kappaOf(pairs: readonly (readonly [first: number, second: number])[]): number {
  const share = (holds: (pair: readonly [number, number]) => boolean): number =>
    pairs.filter(holds).length / pairs.length
  const labels = [...new Set(pairs.flat())]
  const observed = share(([first, second]) => first === second)
  const byChance = labels
    .map((label) => share(([first]) => first === label) * share(([, second]) => second === label))
    .reduce((sum, one) => sum + one, 0)
  return (observed - byChance) / (1 - byChance)
}
