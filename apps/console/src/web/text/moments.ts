const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const

/** `now`, `42 s ago`, `3 min ago`: what has happened never lies ahead, although the clock of this browser may be behind. */
export function pastTime(at: Date, nowMs: number): string {
  return relativeTime(at, Math.max(nowMs, at.getTime()))
}

/** The same for what may lie ahead: `in 2 h` */
export function relativeTime(at: Date, nowMs: number): string {
  const seconds = Math.round((nowMs - at.getTime()) / 1000)
  const [unit, size] = units.find(([, least]) => Math.abs(seconds) >= least) ?? ['s', 1]
  const count = Math.floor(Math.abs(seconds) / size)
  if (count === 0) return 'now'
  return seconds > 0 ? `${count} ${unit} ago` : `in ${count} ${unit}`
}

/** `2026-11-20 09:00:00.123 UTC` */
export function exactTime(at: Date): string {
  return `${at.toISOString().replace('T', ' ').replace('Z', '')} UTC`
}
