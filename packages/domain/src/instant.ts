import { z } from 'zod'
import { minuteMs } from './durations.ts'

const rfc3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:Z|([+-])(\d{2}):(\d{2}))$/
// As we write them ourselves, on a day that every month has. Such a text needs no further check.
const certain = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/
const earliestMs = Date.parse('0000-01-01T00:00:00.000Z')
const latestMs = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment as `YYYY-MM-DDTHH:mm:ss.sssZ`. Instants sort as text in the order of time. */
export type Instant = string

/**
 * Reads an RFC 3339 date-time: `Z` or an offset, four-digit year, at most 9 fraction digits, no leap second.
 * The fraction is cut to milliseconds. Returns undefined for anything else.
 */
export function parseInstant(text: string): Instant | undefined {
  if (certain.test(text)) return text
  const match = rfc3339.exec(text)
  if (match === null) return undefined
  const [
    ,
    year,
    month,
    day,
    hour,
    minute,
    second,
    fraction = '',
    sign,
    offsetHour = '00',
    offsetMinute = '00',
  ] = match
  if (Number(day) < 1 || Number(day) > daysInMonth(Number(year), Number(month))) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return undefined
  const localMs = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`,
  )
  const offsetMs = (Number(offsetHour) * 60 + Number(offsetMinute)) * minuteMs
  const utcMs = sign === '-' ? localMs + offsetMs : localMs - offsetMs
  return utcMs < earliestMs || utcMs > latestMs ? undefined : new Date(utcMs).toISOString()
}

/** A date-time on the wire; parsed values are in the outgoing form. */
export const instantSchema = z
  .string()
  .refine((text) => parseInstant(text) !== undefined, { error: ({ input }) => faultOf(input) })
  .overwrite((text) => parseInstant(text) ?? text)
  .meta({ format: 'date-time', example: '2026-11-20T09:00:00.000Z' })

export function instantOf(ms: number): Instant {
  return new Date(ms).toISOString()
}

/** `2026-11-20 09:00 UTC`, for sentences: the minute is enough for people, and UTC is the same for all of them. */
export function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function msOf(instant: Instant): number {
  return Date.parse(instant)
}

/** In a query, `+` means a space, so an unescaped offset arrives without its sign. */
function faultOf(input: unknown): string {
  const expected = 'expected an RFC 3339 date-time with Z or an offset, such as 2026-11-20T09:00:00.000Z'
  const signed = String(input).replace(/ (?=\d{2}:\d{2}$)/, '+')
  const lostSign = signed !== input && parseInstant(signed) !== undefined
  return lostSign ? `${expected}; in a query, write the + of an offset as %2B` : expected
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  if (month === 4 || month === 6 || month === 9 || month === 11) return 30
  return month >= 1 && month <= 12 ? 31 : 0
}
