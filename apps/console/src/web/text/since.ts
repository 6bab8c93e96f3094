const unitMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/**
 * The moment that a filter means: ISO, or relative such as `24h`, as the command line takes it. Undefined for text that
 * is neither.
 */
export function momentOf(text: string | undefined, nowMs: number): string | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text ?? '') ?? []
  if (count !== undefined) {
    // To the minute, so that a page asks the same question twice.
    const minute = Math.floor(nowMs / 60_000) * 60_000
    return new Date(minute - Number(count) * (unitMs[unit] ?? 0)).toISOString()
  }
  const at = new Date(text ?? '')
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
