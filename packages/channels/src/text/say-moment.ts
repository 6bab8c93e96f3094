const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns a moment to the minute in a time zone, and names the zone; the text itself if it is none. */
export function sayMoment(instant: string, timeZone = 'UTC'): string {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? instant : `${clockOf(timeZone).format(at)} ${timeZone}`
}

/** Formatters are slow to create. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  // The only language whose dates begin with the year and have no comma.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(timeZone, clock)
  return clock
}
