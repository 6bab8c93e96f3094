import { dayMs, hourMs, type Listener, minuteMs } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { dueInMs } from './next-due.ts'

const nowMs = Date.parse('2026-01-05T08:59:30.000Z')
const every: Listener['schedule'] = { everyMinutes: 30, timezone: 'UTC' }

test('a period varies by at most a tenth, the same for one listener and apart for many', () => {
  const dues = Array.from({ length: 200 }, (_, index) =>
    dueInMs({ id: `lsn_${index}`, schedule: every }, nowMs),
  )
  expect(Math.min(...dues)).toBeGreaterThanOrEqual(27 * minuteMs)
  expect(Math.max(...dues)).toBeLessThanOrEqual(33 * minuteMs)
  expect(new Set(dues).size).toBeGreaterThan(190)
  expect(dueInMs({ id: 'lsn_1', schedule: every }, nowMs + hourMs)).toBe(dues[1])
})

test('a cron schedule is due within a minute after its moment, in its own time zone', () => {
  const schedule = { cron: '0 10 * * *', timezone: 'Europe/Berlin' }
  const due = dueInMs({ id: 'lsn_1', schedule }, nowMs)
  expect(due).toBeGreaterThanOrEqual(30_000)
  expect(due).toBeLessThanOrEqual(90_000)
})

test.each([
  { cron: 'every morning', timezone: 'UTC' },
  { cron: '0 9 * * *', timezone: 'Nowhere' },
  { cron: '0 0 30 2 *', timezone: 'UTC' },
])('a schedule that names no moment to come counts as none: $cron, $timezone', (schedule) => {
  expect(dueInMs({ id: 'lsn_1', schedule }, nowMs)).toBe(dueInMs({ id: 'lsn_1', schedule: null }, nowMs))
})

test('a period that no clock of the store reaches is a year', () => {
  const schedule = { everyMinutes: Number.MAX_SAFE_INTEGER, timezone: 'UTC' }
  expect(dueInMs({ id: 'lsn_1', schedule }, nowMs)).toBe(365 * dayMs)
})
