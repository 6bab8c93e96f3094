import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { addOpenMs, isWithinHours } from './business-hours.ts'

const christmas = { hours: 'Mo-Fr 09:00-18:00', timeZone: 'Europe/Berlin', holidays: ['2026-12-25'] }
const after = (hours: Parameters<typeof addOpenMs>[0], from: string, openMs: number) =>
  new Date(addOpenMs(hours, Date.parse(from), openMs)).toISOString()

describe('holidays', () => {
  test('are closed for the whole local day', () => {
    expect(after(christmas, '2026-12-24T16:30:00Z', hourMs)).toBe('2026-12-28T08:30:00.000Z')
    expect(after(christmas, '2026-12-25T10:00:00Z', 0)).toBe('2026-12-28T08:00:00.000Z')
    const auckland = { ...christmas, hours: 'Mo-Su 00:00-24:00', timeZone: 'Pacific/Auckland' }
    expect(after(auckland, '2026-12-24T10:59:00Z', minuteMs)).toBe('2026-12-25T11:00:00.000Z')
  })

  test('close the part of a night shift that is on their day, and no other', () => {
    const nights = { hours: 'Mo-Su 22:00-02:00', timeZone: 'UTC', holidays: ['2026-12-25'] }
    const isOpen = (at: string) => isWithinHours(nights, Date.parse(at))
    expect(isOpen('2026-12-24T23:59:00Z')).toBe(true)
    expect(isOpen('2026-12-25T00:00:00Z')).toBe(false)
    expect(isOpen('2026-12-25T23:00:00Z')).toBe(false)
    expect(isOpen('2026-12-26T01:00:00Z')).toBe(true)
  })

  test('may be a day on which the clocks change', () => {
    const sundays = {
      hours: 'Su 01:00-05:00',
      timeZone: 'Europe/Berlin',
      holidays: ['2026-03-29', '2026-10-25'],
    }
    expect(after(sundays, '2026-03-28T12:00:00Z', 0)).toBe('2026-04-04T23:00:00.000Z')
    expect(after(sundays, '2026-10-24T12:00:00Z', 0)).toBe('2026-11-01T00:00:00.000Z')
  })

  const zones = ['Europe/Berlin', 'America/St_Johns', 'Asia/Kolkata', 'Australia/Lord_Howe']
  const openByText: Record<string, (weekday: number, time: string) => boolean> = {
    'Mo-Fr 09:00-18:00': (day, time) => day >= 1 && day <= 5 && time >= '09:00' && time < '18:00',
    'Mo-Su 22:30-03:15': (_, time) => time >= '22:30' || time < '03:15',
    'Sa-Mo 23:00-01:30; We 00:00-24:00': (day, time) =>
      day === 3 ||
      ([6, 0, 1].includes(day) && time >= '23:00') ||
      ([0, 1, 2].includes(day) && time < '01:30'),
  }
  /** Near the days on which the clocks change in these zones. */
  const anyStart = fc
    .tuple(
      fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'),
      fc.integer({ min: -3 * 1_440, max: 1_440 }),
    )
    .map(([day, minutes]) => Date.parse(day) + minutes * minuteMs)

  test('and hours are those of a clock on the wall that is read every minute', () => {
    const anyCase = fc.record({
      timeZone: fc.constantFrom(...zones),
      hours: fc.constantFrom(...Object.keys(openByText)),
      fromMs: anyStart,
      openMinutes: fc.integer({ min: 0, max: 900 }),
      closedDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(anyCase, ({ timeZone, hours, fromMs, openMinutes, closedDays }) => {
        const holidays = closedDays.map((day) => new Date(fromMs + day * dayMs).toISOString().slice(0, 10))
        const readClock = clockIn(timeZone)
        const isOpen = (atMs: number): boolean => {
          const [date = '', time = ''] = readClock(atMs).split(' ')
          return !holidays.includes(date) && openByText[hours]?.(new Date(date).getUTCDay(), time) === true
        }
        let atMs = fromMs
        for (let left = openMinutes; left > 0 || !isOpen(atMs); atMs += minuteMs) if (isOpen(atMs)) left -= 1
        const found = addOpenMs({ timeZone, hours, holidays }, fromMs, openMinutes * minuteMs)
        expect(new Date(found).toISOString()).toBe(new Date(atMs).toISOString())
      }),
      { numRuns: 60 },
    )
  })
})

/** Reads the local clock as `2026-12-25 09:00`. */
function clockIn(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return (atMs) => format.format(atMs)
}
