import { expect, test } from 'vitest'
import { durationMs, futureMoment, pastMoment } from './times.ts'

const nowMs = Date.parse('2026-11-20T12:00:00.000Z')
const past = (text: string) => new Date(pastMoment.parse(text)(nowMs)).toISOString()

test('the option decides whether a relative time lies in the past or the future', () => {
  expect(past('30m')).toBe('2026-11-20T11:30:00.000Z')
  expect(past('24h')).toBe('2026-11-19T12:00:00.000Z')
  expect(past('7d')).toBe('2026-11-13T12:00:00.000Z')
  expect(futureMoment.parse('90s')(nowMs) - nowMs).toBe(90_000)
})

test('reads an ISO time as it is, and a date as its first moment in UTC', () => {
  expect(past('2026-11-20T09:00:00+01:00')).toBe('2026-11-20T08:00:00.000Z')
  expect(past('2026-11-20')).toBe('2026-11-20T00:00:00.000Z')
})

test.each(['', 'yesterday', '24', '24 h', '-24h', '1.5h', '2026-11-31', '2026-11-20T09:00', '99999d', '1w'])(
  'refuses %j',
  (text) => expect(pastMoment.safeParse(text).success).toBe(false),
)

test('accepts 0 as a duration but not as a moment', () => {
  expect(durationMs.parse('0')).toBe(0)
  expect(durationMs.parse('1h')).toBe(3_600_000)
  expect(durationMs.safeParse('2026-11-20').success).toBe(false)
  expect(pastMoment.safeParse('0').success).toBe(false)
})
