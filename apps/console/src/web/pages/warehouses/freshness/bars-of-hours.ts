import type { TimeBar } from '../../../parts/data/time-bars.tsx'
import type { Warehouse } from '../shown-warehouse.ts'

const hourMs = 3_600_000

/** A bar for each hour from the first that was measured to this one; those without a measurement have no part. */
export function barsOfHours(
  { hours, promisedSeconds }: Warehouse['freshness'],
  nowMs: number,
): readonly TimeBar[] {
  const measured = new Map(hours.map(({ at, mostSeconds }) => [Date.parse(at), mostSeconds]))
  const bars: TimeBar[] = []
  for (let ms = Math.min(...measured.keys()); ms <= nowMs; ms += hourMs) {
    const count = measured.get(ms)
    const tone = count !== undefined && count > promisedSeconds ? 'warn' : 'good'
    const parts = count === undefined ? [] : [{ name: 'Longest wait', tone, count }]
    bars.push({ at: new Date(ms).toISOString(), parts })
  }
  return bars
}
