const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration such as `90s` or `24h` in milliseconds, as the command line takes it. Undefined for other text. */
export function durationMsOf(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  return count === undefined ? undefined : Number(count) * (unitMs[unit] ?? 0)
}

/** What `durationMsOf` reads as this duration, in the greatest unit that divides it. */
export function durationTextOf(ms: number): string {
  const [unit, oneMs] = Object.entries(unitMs).findLast(([, one]) => ms % one === 0) ?? ['s', 1_000]
  return `${ms / oneMs}${unit}`
}

/**
 * The moment that a filter means: ISO, or relative such as `24h`, as the command line takes it. Undefined for text that
 * is neither.
 */
export function momentOf(text: string | undefined, nowMs: number): string | undefined {
  const durationMs = durationMsOf(text ?? '')
  if (durationMs !== undefined) {
    // To the minute, so that a page asks the same question twice.
    const minute = Math.floor(nowMs / 60_000) * 60_000
    return new Date(minute - durationMs).toISOString()
  }
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
