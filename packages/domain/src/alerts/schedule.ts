import { Cron } from 'croner'
import { z } from 'zod'

const rememberedAtMost = 1_000

/** Minute, hour, day of month, month, day of week. */
export const cronSchema = z.string().max(200).refine(remember(isCron), {
  message: 'expected five fields of cron that name a moment to come, such as 0 9 * * 1-5',
})

/** A name from the IANA time zone database. */
export const timeZoneSchema = z
  .string()
  .max(100)
  .refine(remember(isTimeZone), { message: 'expected the name of a time zone, such as Europe/Berlin' })

/** Returns the first moment after `afterMs` that `cron` matches in the local time of `timeZone`. */
export function nextCronMs({ cron, timeZone }: { cron: string; timeZone: string }, afterMs: number): number {
  const next = new Cron(cron, { mode: '5-part', timezone: timeZone }).nextRun(new Date(afterMs))
  if (next === null) throw new RangeError('The schedule names no moment to come.')
  return next.getTime()
}

function isCron(text: string): boolean {
  // croner also accepts nicknames and dates.
  if (text.trim().split(/\s+/).length !== 5) return false
  try {
    return new Cron(text, { mode: '5-part', timezone: 'UTC' }).nextRun() !== null
  } catch {
    // croner throws; the schema has its own message.
    return false
  }
}

function isTimeZone(name: string): boolean {
  // Some engines accept offsets, which know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // There is no other way to check a name.
    return false
  }
}

// Thousands of rules share a few schedules, and both calculations are slow.
function remember(ask: (text: string) => boolean): (text: string) => boolean {
  const answers = new Map<string, boolean>()
  return (text) => {
    const known = answers.get(text)
    if (known !== undefined) return known
    const answer = ask(text)
    if (answers.size < rememberedAtMost) answers.set(text, answer)
    return answer
  }
}
