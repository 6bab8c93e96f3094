import { dayMs, minuteMs } from '../durations.ts'

/** For each day from Monday on, the open ranges in minutes of the local day: from `from` until before `to`. */
type Week = readonly (readonly Range[])[]
type Range = { from: number; to: number }

/** Hours such as `Mo-Fr 09:00-18:00`, in the local time of an IANA time zone. Local days of `holidays` are closed. */
export type BusinessHours = { hours: string; timeZone: string; holidays?: readonly string[] | undefined }

const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const minutesOfDay = 1_440
/** 1970-01-01 was a Thursday. */
const firstWeekday = 3
const leastOpenMinutes = 60

/** Whether a text names hours of at least an hour a week, such as `Mo-Fr 09:00-12:00,13:00-18:00; Sa 10:00-14:00`. */
export function areBusinessHours(text: string): boolean {
  const week = parseWeek(text)
  if (week === undefined) return false
  return week.flat().reduce((sum, { from, to }) => sum + to - from, 0) >= leastOpenMinutes
}

/** Whether the local clock is within the hours. */
export function isWithinHours(hours: BusinessHours, atMs: number): boolean {
  return addOpenMs(hours, atMs, 0) === atMs
}

/**
 * Returns the moment, within the hours, when they have been open for `openMs` since `fromMs`; for 0, the first open
 * moment. Follows the local clock: an hour that a change of the clocks repeats counts twice, one that it skips never.
 */
export function addOpenMs(hours: BusinessHours, fromMs: number, openMs: number): number {
  const known = calendars.get(hours)
  const calendar = known !== undefined && known.beginsMs <= fromMs ? known : createCalendar(hours, fromMs)
  calendars.set(hours, calendar)
  return calendar.addOpenMs(fromMs, openMs)
}

/** A stretch in which the hours are open, and for how long they were open before. */
type Opening = Range & { openMsBefore: number }

type Calendar = { beginsMs: number; addOpenMs: (fromMs: number, openMs: number) => number }

/** A preview asks for the times of many steps of many signals, and some are years ahead. */
const calendars = new WeakMap<BusinessHours, Calendar>()

/** Finds openings from a moment on, each once, as far as they are asked for. */
function createCalendar({ hours, timeZone, holidays = [] }: BusinessHours, beginsMs: number): Calendar {
  const week = parseWeek(hours)
  if (week === undefined) throw new RangeError('The business hours are not readable.')
  const closedDays = new Set(holidays.map((date) => Date.parse(date) / dayMs))
  const openings: Opening[] = []
  let foundUntilMs = beginsMs
  let foundOpenMs = 0
  const findMore = (): void => {
    const offsetMs = offsetAt(timeZone, foundUntilMs)
    const steadyUntilMs = findSteadyEnd(timeZone, foundUntilMs, offsetMs)
    const [fromLocalMs, toLocalMs] = [foundUntilMs + offsetMs, steadyUntilMs + offsetMs]
    for (const { from, to } of openRanges({ week, closedDays }, fromLocalMs, toLocalMs)) {
      openings.push({ from: from - offsetMs, to: to - offsetMs, openMsBefore: foundOpenMs })
      foundOpenMs += to - from
    }
    foundUntilMs = steadyUntilMs
  }
  const findOpening = (isReached: (opening: Opening) => boolean): Opening => {
    for (;;) {
      const last = openings.at(-1)
      if (last === undefined || !isReached(last)) findMore()
      else return firstWhere(openings, isReached)
    }
  }
  return {
    beginsMs,
    addOpenMs: (fromMs, openMs) => {
      const first = findOpening(({ to }) => to > fromMs)
      const totalMs = first.openMsBefore + Math.max(0, fromMs - first.from) + openMs
      const { from, openMsBefore } = findOpening(
        (opening) => opening.openMsBefore + opening.to - opening.from > totalMs,
      )
      return from + totalMs - openMsBefore
    },
  }
}

/** Returns the first of a list, found by halves, for which something holds that also holds for all after it. */
function firstWhere(openings: readonly Opening[], holds: (opening: Opening) => boolean): Opening {
  let [from, to] = [0, openings.length - 1]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    const opening = openings[middle]
    if (opening !== undefined && holds(opening)) to = middle
    else from = middle + 1
  }
  const found = openings[from]
  if (found === undefined) throw new Error('The last one holds.')
  return found
}

/** Returns the open ranges of a stretch of local time, in milliseconds of the local clock. */
function openRanges(
  { week, closedDays }: { week: Week; closedDays: ReadonlySet<number> },
  fromLocalMs: number,
  toLocalMs: number,
): Range[] {
  const ranges: Range[] = []
  for (let day = Math.floor(fromLocalMs / dayMs); day * dayMs < toLocalMs; day += 1) {
    if (closedDays.has(day)) continue
    for (const range of week[(day + firstWeekday) % dayNames.length] ?? []) {
      const from = Math.max(fromLocalMs, day * dayMs + range.from * minuteMs)
      const to = Math.min(toLocalMs, day * dayMs + range.to * minuteMs)
      if (from < to) ranges.push({ from, to })
    }
  }
  return ranges
}

/** Returns the end of a stretch of at most a week in which the clocks do not change. */
function findSteadyEnd(timeZone: string, fromMs: number, offsetMs: number): number {
  let steadyMs = fromMs
  let changedMs = fromMs + 7 * dayMs
  if (offsetAt(timeZone, changedMs) === offsetMs) return changedMs
  while (changedMs - steadyMs > 1) {
    const middleMs = Math.floor((steadyMs + changedMs) / 2)
    if (offsetAt(timeZone, middleMs) === offsetMs) steadyMs = middleMs
    else changedMs = middleMs
  }
  return changedMs
}

/** In small letters, because zones are known in any case: there are as many as zones. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns how far the local clock is ahead of UTC. */
function offsetAt(timeZone: string, atMs: number): number {
  // Creating a formatter takes far longer than using it.
  const key = timeZone.toLowerCase()
  const clock = clocks.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  clocks.set(key, clock)
  const name = clock.formatToParts(atMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes, seconds] = /^GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  if (sign === undefined) return 0
  const ms = (Number(hours) * 60 + Number(minutes)) * minuteMs + Number(seconds ?? 0) * 1_000
  return sign === '-' ? -ms : ms
}

function parseWeek(text: string): Week | undefined {
  const week: Range[][] = dayNames.map(() => [])
  for (const part of text.split(';')) {
    const [, days, ranges] = /^\s*(\S+)\s+(\S+)\s*$/.exec(part) ?? []
    const open = ranges?.split(',').map(parseRange) ?? []
    const named = days?.split(',').map(parseDays) ?? []
    if (open.length === 0 || named.length === 0) return undefined
    for (const range of open) {
      for (const list of named) {
        if (range === undefined || list === undefined) return undefined
        for (const day of list) addRange(week, day, range)
      }
    }
  }
  return week.map(joinRanges)
}

/** Returns the days of `Mo` or of `Fr-Mo`. */
function parseDays(text: string): number[] | undefined {
  const [first, last, ...more] = text.split('-').map((name) => dayNames.indexOf(name))
  if (first === undefined || first < 0 || last === -1 || more.length > 0) return undefined
  const count = (((last ?? first) - first + dayNames.length) % dayNames.length) + 1
  return Array.from({ length: count }, (_, index) => (first + index) % dayNames.length)
}

function parseRange(text: string): Range | undefined {
  const [, fromHour, fromMinute, toHour, toMinute] = /^(\d\d):([0-5]\d)-(\d\d):([0-5]\d)$/.exec(text) ?? []
  const from = Number(fromHour) * 60 + Number(fromMinute)
  const to = Number(toHour) * 60 + Number(toMinute)
  return from < minutesOfDay && to <= minutesOfDay && from !== to ? { from, to } : undefined
}

/** A range that passes midnight ends on the next day. */
function addRange(week: Range[][], day: number, { from, to }: Range): void {
  if (from < to) {
    week[day]?.push({ from, to })
    return
  }
  week[day]?.push({ from, to: minutesOfDay })
  if (to > 0) week[(day + 1) % dayNames.length]?.push({ from: 0, to })
}

/** Sorts ranges, and joins those that overlap, so that no minute counts twice. */
function joinRanges(ranges: Range[]): Range[] {
  const joined: Range[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}
