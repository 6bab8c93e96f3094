import { minuteMs } from '../durations.ts'
import type { Rule } from './rule.ts'

const minutesOfDay = 1_440
/** More than any change of the clocks. */
const clockChangeMinutes = 180

type Quiet = Pick<Rule, 'quiet' | 'timeZone'>

/** Whether the local time of the rule is in its quiet hours: from `from` until before `to`. */
export function isQuiet({ quiet, timeZone }: Quiet, nowMs: number): boolean {
  if (quiet === null) return false
  const minute = minuteOfDay(timeZone, nowMs)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}

/** Returns the first moment from `nowMs` on that is not quiet, also across a change of the clocks. */
export function quietEndMs(rule: Quiet, nowMs: number): number {
  if (rule.quiet === null || !isQuiet(rule, nowMs)) return nowMs
  const left = (minutesOf(rule.quiet.to) - minuteOfDay(rule.timeZone, nowMs) + minutesOfDay) % minutesOfDay
  const thisMinuteMs = Math.floor(nowMs / minuteMs) * minuteMs
  let endMs = thisMinuteMs + Math.max(left - clockChangeMinutes, 1) * minuteMs
  while (isQuiet(rule, endMs)) endMs += minuteMs
  return endMs
}

function minutesOf(clockTime: string): number {
  const [hours, minutes] = clockTime.split(':').map(Number)
  return (hours ?? 0) * 60 + (minutes ?? 0)
}

function minuteOfDay(timeZone: string, ms: number): number {
  return minutesOf(clockOf(timeZone).format(ms))
}

/** In small letters, because zones are known in any case: there are as many as zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

// Creating a formatter takes far longer than using it.
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase()
  const known = clocks.get(key)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(key, clock)
  return clock
}
