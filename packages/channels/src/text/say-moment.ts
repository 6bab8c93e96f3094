/** In small letters, because zones are known in any case: there are as many as zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns a moment to the minute in a time zone, and names the zone; the text itself if it is none. */
export function sayMoment(instant: string, timeZone = 'UTC'): string {
  const at = Date.parse(instant)
  return Number.isNaN(at) ? instant : `${clockOf(timeZone).format(at)} ${timeZone}`
}

/** Formatters are slow to create. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase()
  const known = clocks.get(key)
  if (known !== undefined) return known
  // The only language whose dates begin with the year and have no comma.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(key, clock)
  return clock
}
