import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isQuiet, quietEndMs } from './quiet-hours.ts'

const ms = (text: string): number => Date.parse(text)

function quiet(from: string, to: string, timeZone = 'UTC') {
  return { quiet: { from, to, bypassImmediate: false }, timeZone }
}

test('quiet hours include their first minute and exclude their last', () => {
  const rule = quiet('12:00', '13:00')
  expect(isQuiet(rule, ms('2026-11-20T11:59:59.999Z'))).toBe(false)
  expect(isQuiet(rule, ms('2026-11-20T12:00:00Z'))).toBe(true)
  expect(isQuiet(rule, ms('2026-11-20T12:59:59.999Z'))).toBe(true)
  expect(isQuiet(rule, ms('2026-11-20T13:00:00Z'))).toBe(false)
})

test('quiet hours may cross midnight in their time zone', () => {
  const rule = quiet('22:00', '07:00', 'Asia/Kolkata')
  expect(isQuiet(rule, ms('2026-11-20T16:29:00Z'))).toBe(false)
  expect(isQuiet(rule, ms('2026-11-20T16:30:00Z'))).toBe(true)
  expect(quietEndMs(rule, ms('2026-11-20T16:30:00Z'))).toBe(ms('2026-11-21T01:30:00Z'))
  expect(isQuiet(rule, ms('2026-11-21T01:30:00Z'))).toBe(false)
})

test('quiet hours end at their local time, also when the clocks change', () => {
  const rule = quiet('22:00', '07:00', 'Europe/Berlin')
  expect(quietEndMs(rule, ms('2026-03-28T22:30:00Z'))).toBe(ms('2026-03-29T05:00:00Z'))
  expect(quietEndMs(rule, ms('2026-10-24T22:30:00Z'))).toBe(ms('2026-10-25T06:00:00Z'))
  // In spring there is no 02:30.
  expect(quietEndMs(quiet('22:00', '02:30', 'Europe/Berlin'), ms('2026-03-28T22:30:00Z'))).toBe(
    ms('2026-03-29T01:00:00Z'),
  )
})

test('returns the first moment that is not quiet as the end', () => {
  const clock = fc
    .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  const zones = fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  )
  const moments = fc.integer({ min: ms('2026-01-01T00:00:00Z'), max: ms('2027-01-01T00:00:00Z') })
  fc.assert(
    fc.property(clock, clock, zones, moments, (from, to, zone, nowMs) => {
      fc.pre(from !== to)
      const rule = quiet(from, to, zone)
      const endMs = quietEndMs(rule, nowMs)
      expect(isQuiet(rule, endMs)).toBe(false)
      if (!isQuiet(rule, nowMs)) expect(endMs).toBe(nowMs)
      for (let at = nowMs; at < endMs; at += 20 * 60_000) expect(isQuiet(rule, at)).toBe(true)
      if (endMs > nowMs) expect(isQuiet(rule, endMs - 1)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('there is one clock for a zone, however it is spelled', () => {
  const create = vi.spyOn(Intl, 'DateTimeFormat')
  for (const timeZone of ['Asia/Seoul', 'asia/seoul', 'ASIA/SEOUL']) {
    isQuiet({ quiet: { from: '22:00', to: '06:00', bypassImmediate: false }, timeZone }, 0)
  }
  expect(create).toHaveBeenCalledTimes(1)
  create.mockRestore()
})
