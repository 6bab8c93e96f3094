import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../durations.ts'
import { addOpenMs, areBusinessHours, isWithinHours } from './business-hours.ts'

const week = { hours: 'Mo-Fr 09:00-18:00', timeZone: 'Europe/Berlin' }
const after = (hours: { hours: string; timeZone: string }, from: string, openMs: number) =>
  new Date(addOpenMs(hours, Date.parse(from), openMs)).toISOString()

describe('business hours', () => {
  test.each<[string, string, number, string]>([
    ['within the day', '2026-11-20T09:00:00Z', 30 * minuteMs, '2026-11-20T09:30:00.000Z'],
    ['before they open', '2026-11-20T05:00:00Z', 0, '2026-11-20T08:00:00.000Z'],
    ['over a weekend', '2026-11-20T16:30:00Z', hourMs, '2026-11-23T08:30:00.000Z'],
    ['up to the close, when it is too late', '2026-11-20T16:00:00Z', hourMs, '2026-11-23T08:00:00.000Z'],
    ['after the clocks went forward', '2026-03-27T16:30:00Z', hourMs, '2026-03-30T07:30:00.000Z'],
    ['after the clocks went back', '2026-10-23T15:30:00Z', hourMs, '2026-10-26T08:30:00.000Z'],
  ])('count %s', (_name, from, openMs, expected) => expect(after(week, from, openMs)).toBe(expected))

  test('count an hour twice that the clocks repeat, and one that they skip not at all', () => {
    const night = { hours: 'Sa-Su 01:30-04:00', timeZone: 'Europe/Berlin' }
    expect(after(night, '2026-10-24T23:30:00Z', 3 * hourMs)).toBe('2026-10-25T02:30:00.000Z')
    expect(after(night, '2026-03-29T00:30:00Z', hourMs)).toBe('2026-03-29T01:30:00.000Z')
    expect(after(night, '2026-03-29T00:30:00Z', 1.5 * hourMs)).toBe('2026-04-03T23:30:00.000Z')
  })

  test('pass midnight, skip a lunch break, and differ between days', () => {
    const shifts = { hours: 'Fr 22:00-02:00; Sa 10:00-12:00,13:00-14:00', timeZone: 'UTC' }
    expect(after(shifts, '2026-11-20T20:00:00Z', 3 * hourMs)).toBe('2026-11-21T01:00:00.000Z')
    expect(after(shifts, '2026-11-20T20:00:00Z', 6 * hourMs)).toBe('2026-11-21T13:00:00.000Z')
  })

  test('are always open where they say so', () => {
    const always = { hours: 'Mo-Su 00:00-24:00', timeZone: 'America/New_York' }
    expect(addOpenMs(always, 1_800_000_000_000, 90 * dayMs)).toBe(1_800_000_000_000 + 90 * dayMs)
  })

  test.each([
    ...['', 'Mo', '09:00-18:00', 'Mo-Fr 9-18', 'Mo-Fr 09:00-25:00', 'Mo-Fr 09:60-10:00', 'Xx 09:00-18:00'],
    ...['Mo-Tu-We 09:00-18:00', 'Mo 09:00-09:00', 'Mo 09:00-09:30', 'Mo-Fr 09:00-18:00;', 'Mo 24:00-09:00'],
  ])('refuse %j', (text) => expect(areBusinessHours(text)).toBe(false))

  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC']
  const texts = ['Mo-Fr 09:00-18:00', 'Sa-Su 01:00-05:00', 'Mo-Su 22:30-03:15', 'We 00:00-24:00']
  const anyHours = fc.record({ hours: fc.constantFrom(...texts), timeZone: fc.constantFrom(...zones) })
  const anyMoment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2028-01-01') })

  test('are open exactly while the local clock says so', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyMoment, (timeZone, ms) => {
        const [day, time] = localTime(timeZone, ms)
        const isWorkTime = !['Sat', 'Sun'].includes(day) && time >= '09:00' && time < '18:00'
        expect(isWithinHours({ hours: 'Mo-Fr 09:00-18:00', timeZone }, ms)).toBe(isWorkTime)
      }),
    )
  })

  test('do not depend on what was asked before', () => {
    const anyTime = fc.integer({ min: 0, max: 60 * dayMs })
    const anyQuestions = fc.array(fc.tuple(anyMoment, anyTime), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(anyHours, anyQuestions, (hours, questions) => {
        for (const [fromMs, openMs] of questions) {
          expect(addOpenMs(hours, fromMs, openMs)).toBe(addOpenMs({ ...hours }, fromMs, openMs))
        }
      }),
    )
  })

  test('are looked up once for all times of a preview, also of years ahead', () => {
    const rare = { hours: 'Mo 09:00-10:00', timeZone: 'Europe/Berlin' }
    const lookUp = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
    const ask = (openMs: number) => addOpenMs(rare, Date.parse('2026-11-20T09:00:00Z'), openMs)
    expect(new Date(ask(300 * hourMs)).toISOString()).toBe('2032-08-23T07:00:00.000Z')
    expect(lookUp.mock.calls.length).toBeLessThan(2_000)
    lookUp.mockClear()
    for (let hour = 0; hour < 300; hour += 1) ask(hour * hourMs)
    expect(lookUp).not.toHaveBeenCalled()
    lookUp.mockRestore()
  })

  test('have one clock for a zone, however it is spelled', () => {
    const create = vi.spyOn(Intl, 'DateTimeFormat')
    for (const timeZone of ['Asia/Tokyo', 'asia/tokyo', 'ASIA/TOKYO']) {
      addOpenMs({ hours: 'Mo-Fr 09:00-18:00', timeZone }, 0, 0)
    }
    expect(create).toHaveBeenCalledTimes(1)
    create.mockRestore()
  })

  test('end a time within them, later for more, and in any number of parts', () => {
    const anyTime = fc.integer({ min: 0, max: 5 * dayMs })
    fc.assert(
      fc.property(anyHours, anyMoment, anyTime, anyTime, (hours, fromMs, firstMs, secondMs) => {
        const middleMs = addOpenMs(hours, fromMs, firstMs)
        expect(isWithinHours(hours, middleMs)).toBe(true)
        expect(addOpenMs(hours, middleMs, secondMs)).toBe(addOpenMs(hours, fromMs, firstMs + secondMs))
        expect(middleMs).toBeGreaterThanOrEqual(fromMs + firstMs)
      }),
    )
  })
})

function localTime(timeZone: string, ms: number): [day: string, time: string] {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const part = (type: string) => format.formatToParts(ms).find((one) => one.type === type)?.value ?? ''
  return [part('weekday'), `${part('hour')}:${part('minute')}`]
}
