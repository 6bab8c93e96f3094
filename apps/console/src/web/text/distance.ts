const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** How long something took: `12 ms`, `1.5 s`, `3 min`, `2 h`, `4 d`. */
export function distanceText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`
  const found = units.find(([, least]) => ms >= least)
  if (found === undefined) return `${Math.floor(ms / 100) / 10} s`
  const [unit, size] = found
  return `${Math.floor(ms / size)} ${unit}`
}
