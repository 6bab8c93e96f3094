import { minuteMs } from '@signalpost/domain'

const longest = 100
const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
/** Hours east of Greenwich. Names that several zones share are what RFC 822 says, or unknown. */
const zones: Readonly<Record<string, number>> = {
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
  ...{ wet: 0, west: 1, bst: 1, cet: 1, cest: 2, met: 1, mest: 2, mez: 1, mesz: 2, eet: 2, eest: 3, msk: 3 },
  ...{ sast: 2, sgt: 8, hkt: 8, jst: 9, kst: 9, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
}
const time = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)? ?([ap]\.?m\.?(?![a-z]))? ?(.*)$/
const offset = /^(?:gmt|utc?|z)? ?([+-]) ?(\d{1,2})(?::?(\d{2}))?(?: [a-z]+)?$/
const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -]([a-z]{3,9})\.?[ -](\d{2,4})(?: (.*))?$/
const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)? (\d{4})(?: (.*))?$/
const monthFirstYearLast = /^([a-z]{3}) (\d{1,2}) (\d{1,2}:.*) (\d{4})$/
const yearFirst = /^(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2})(?:[t ]\s?(.*))?)?$/
const compact = /^(\d{4})(\d{2})(\d{2})(?:t(\d{2})(\d{2})(\d{2})?(.*))?$/

/**
 * Returns the time of a date as feeds write it: RFC 822 and its successors, RFC 3339 and the other forms of ISO 8601 that
 * W3CDTF allows, what `ctime` and JavaScript print, and seconds or milliseconds since 1970. Names of days are not read, in
 * whatever language. A date without a zone is in UTC, as RFC 2822 says of zones that it does not know. Undefined for anything
 * else.
 */
export function readFeedDate(text: string): number | undefined {
  if (text.length > longest) return undefined
  // What is in parentheses is a comment.
  const [plain = ''] = text.toLowerCase().split('(')
  const words = plain.split(/[\s,]+/).filter((word) => word !== '')
  const whole = words.join(' ')
  const ofEpoch = /^(\d{10})(\d{3})?$/.exec(whole)
  if (ofEpoch !== null) return Number(`${ofEpoch[1]}${ofEpoch[2] ?? '000'}`)
  return findIso(whole) ?? findWritten(words)
}

function findIso(text: string): number | undefined {
  const [, year, month, day = '1', rest] = yearFirst.exec(text) ?? []
  if (year !== undefined) return msOf({ year, month: Number(month), day }, rest)
  const [, y, m, d, hours, minutes, seconds = '00', zone = ''] = compact.exec(text) ?? []
  if (y === undefined) return undefined
  return msOf(
    { year: y, month: Number(m), day: d },
    hours === undefined ? undefined : `${hours}:${minutes}:${seconds}${zone}`,
  )
}

function findWritten(words: readonly string[]): number | undefined {
  const fromDay = words.slice(words.findIndex((word) => /\d/.test(word))).join(' ')
  const [, day, dayMonth = '', dayYear = '', dayRest] = dayFirst.exec(fromDay) ?? []
  if (day !== undefined) return msOf({ year: dayYear, month: monthOf(dayMonth), day }, dayRest)
  const fromMonth = words.slice(words.findIndex((word) => monthOf(word) > 0)).join(' ')
  const [, month = '', monthDay, year, rest] = monthFirst.exec(fromMonth) ?? []
  if (year !== undefined) return msOf({ year, month: monthOf(month), day: monthDay }, rest)
  const [, lastMonth = '', lastDay, lastTime, lastYear] = monthFirstYearLast.exec(fromMonth) ?? []
  if (lastYear === undefined) return undefined
  return msOf({ year: lastYear, month: monthOf(lastMonth), day: lastDay }, lastTime)
}

/** From 1; 0 for what is no month. */
function monthOf(name: string): number {
  const plain = name.replace(/\.$/, '')
  return plain.length < 3 ? 0 : months.findIndex((month) => month.startsWith(plain)) + 1
}

function msOf(
  date: { year: string; month: number; day: string | undefined },
  rest: string | undefined,
): number | undefined {
  const year = fullYearOf(date.year)
  const day = Number(date.day)
  const dayMs = Date.UTC(year, date.month - 1, day)
  const read = new Date(dayMs)
  // A day that its month does not have would be one of the next.
  if (read.getUTCMonth() !== date.month - 1 || read.getUTCDate() !== day) return undefined
  if (rest === undefined || rest === '') return dayMs
  const match = time.exec(rest)
  if (match === null) return undefined
  const [, hours, minutes, seconds = '0', fraction = '', half, zone = ''] = match
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half.startsWith('p') ? 12 : 0)
  const offsetMinutes = offsetOf(zone.trim())
  if (hour > 24 || Number(minutes) > 59 || Number(seconds) > 60 || offsetMinutes === undefined)
    return undefined
  const inDayMs = (hour * 60 + Number(minutes) - offsetMinutes) * minuteMs + Number(seconds) * 1_000
  return dayMs + inDayMs + Number(fraction.slice(0, 3).padEnd(3, '0'))
}

/** RFC 2822: two digits below 50 are in this century, three count from 1900. */
function fullYearOf(year: string): number {
  if (year.length === 4) return Number(year)
  return year.length === 2 && Number(year) < 50 ? 2_000 + Number(year) : 1_900 + Number(year)
}

/** Minutes east of Greenwich. Undefined for what is no zone. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes = '0'] = offset.exec(zone) ?? []
  if (sign === undefined) return /^[a-z]*$/.test(zone) ? (zones[zone] ?? 0) * 60 : undefined
  const size = Number(hours) * 60 + Number(minutes)
  if (Number(minutes) > 59 || size >= 24 * 60) return undefined
  return sign === '-' ? -size : size
}
