import type { TimeBar } from './time-bars.tsx'

/**
 * Adds up the bars of hours by the days of the reader's time zone, from the day of `since` to today or the last hour,
 * whichever is later: some lie ahead. A day without any has zeros.
 */
export function sumByDay(
  hours: readonly TimeBar[],
  { since, nowMs }: { since: string; nowMs: number },
): TimeBar[] {
  const end = Math.max(nowMs, ...hours.map(({ at }) => Date.parse(at)))
  const days: TimeBar[] = []
  // The next day is found by the calendar: one on which the clocks change is not 24 hours long.
  for (let day = startOfDay(Date.parse(since)); day.getTime() <= end; day = dayAfter(day)) {
    const next = dayAfter(day).getTime()
    const ofDay = hours.filter(({ at }) => Date.parse(at) >= day.getTime() && Date.parse(at) < next)
    const parts = (hours[0]?.parts ?? []).map((part, place) => ({
      ...part,
      count: ofDay.reduce((sum, hour) => sum + (hour.parts[place]?.count ?? 0), 0),
    }))
    days.push({ at: day.toISOString(), parts })
  }
  return days
}

function startOfDay(ms: number): Date {
  const at = new Date(ms)
  return new Date(at.getFullYear(), at.getMonth(), at.getDate())
}

function dayAfter(day: Date): Date {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1)
}
