type Hour = { at: string; sent: number; digested: number; heldBack: number }

/**
 * Adds up the counts of hours by the days of the reader's time zone, from the day of `since` to today or the last hour,
 * whichever is later: digests lie ahead. A day without any has zeros.
 */
export function countByDay(
  hours: readonly Hour[],
  { since, nowMs }: { since: string; nowMs: number },
): Hour[] {
  const end = Math.max(nowMs, ...hours.map(({ at }) => Date.parse(at)))
  const days: Hour[] = []
  // The next day is found by the calendar: one on which the clocks change is not 24 hours long.
  for (let day = startOfDay(Date.parse(since)); day.getTime() <= end; day = dayAfter(day)) {
    const next = dayAfter(day).getTime()
    const ofDay = hours.filter(({ at }) => Date.parse(at) >= day.getTime() && Date.parse(at) < next)
    const sum = (name: 'sent' | 'digested' | 'heldBack') =>
      ofDay.reduce((total, hour) => total + hour[name], 0)
    days.push({
      ...{ at: day.toISOString(), sent: sum('sent') },
      ...{ digested: sum('digested'), heldBack: sum('heldBack') },
    })
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
