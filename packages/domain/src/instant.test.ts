import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantSchema, parseInstant } from './instant.ts'

test.each([
  ['2026-11-20T09:00:00Z', '2026-11-20T09:00:00.000Z'],
  ['2026-11-20T09:00:00+00:00', '2026-11-20T09:00:00.000Z'],
  ['2026-11-20T09:00:00-00:00', '2026-11-20T09:00:00.000Z'],
  ['2022-09-28T11:12:01-05:00', '2022-09-28T16:12:01.000Z'],
  ['2024-02-29T23:59:59.9999+05:30', '2024-02-29T18:29:59.999Z'],
  ['2026-01-01T00:00:00.123456789Z', '2026-01-01T00:00:00.123Z'],
  ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0000-01-01T00:00:00-00:01', '0000-01-01T00:01:00.000Z'],
])('reads %s as %s', (text, instant) => {
  expect(parseInstant(text)).toBe(instant)
})

test.each([
  '2026-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-01-00T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2016-12-31T23:59:60Z',
  '2026-01-01t00:00:00Z',
  '2026-01-01T00:00:00z',
  '2026-01-01 00:00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00Z',
  '2026-01-01T00:00:00.Z',
  '2026-01-01T00:00:00.1234567890Z',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T00:00:00+01:60',
  '2026-01-01T00:00:00+0100',
  '10000-01-01T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '0000-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  ' 2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00Z\n',
  '',
])('refuses %j as an instant', (text) => {
  expect(parseInstant(text)).toBeUndefined()
  expect(instantSchema.safeParse(text).success).toBe(false)
})

test('leaves a moment in its own form as it is', () => {
  const dates = fc.date({
    min: new Date('0000-01-01T00:00:00.000Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(dates, (date) => {
      expect(parseInstant(date.toISOString())).toBe(date.toISOString())
    }),
  )
})

test('reads every moment back, at any offset', () => {
  const dates = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, fc.integer({ min: -1439, max: 1439 }), (date, offsetMinutes) => {
      const local = new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1)
      const minutes = Math.abs(offsetMinutes)
      const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
      expect(parseInstant(local + offset)).toBe(date.toISOString())
    }),
  )
})

function two(value: number): string {
  return String(value).padStart(2, '0')
}
