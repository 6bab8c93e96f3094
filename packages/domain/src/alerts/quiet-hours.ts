import type { Rule } from './rule.ts'

const minuteMs = 60_000
const minutesOfDay = 1_440
/** More than any clock change moves. */
const clockChangeMinutes = 180

type Quiet = Pick<Rule, 'quiet' | 'timeZone'>

/** Whether the clocks of the rule's zone stand in its quiet hours: from `from` on, up to before `to`. */
export function isQuiet({ quiet, timeZone }: Quiet, nowMs: number): boolean {
  if (quiet === null) return false
  const minute = minuteOfDay(timeZone, nowMs)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  return from < to ? from <= minute && minute < to : from <= minute || minute < to
}

/** The first moment from `nowMs` on that is not quiet, also over a change of the clocks. */
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

const clocks = new Map<string, Intl.DateTimeFormat>()

// Making one takes far longer than reading it.
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}
