import { expect, test } from 'vitest'
import { barsOfHours } from './bars-of-hours.ts'

const promisedSeconds = 80

test('has a bar for each hour since the first, and no part where nothing was measured', () => {
  const hours = [
    { at: '2026-11-28T09:00:00.000Z', mostSeconds: 0 },
    { at: '2026-11-28T11:00:00.000Z', mostSeconds: 81 },
  ]
  const bars = barsOfHours({ promisedSeconds, hours }, Date.parse('2026-11-28T12:10:00Z'))
  expect(bars).toEqual([
    { at: '2026-11-28T09:00:00.000Z', parts: [{ name: 'Longest wait', tone: 'good', count: 0 }] },
    { at: '2026-11-28T10:00:00.000Z', parts: [] },
    { at: '2026-11-28T11:00:00.000Z', parts: [{ name: 'Longest wait', tone: 'warn', count: 81 }] },
    { at: '2026-11-28T12:00:00.000Z', parts: [] },
  ])
})

test('has no bar before the first measurement', () => {
  expect(barsOfHours({ promisedSeconds, hours: [] }, Date.now())).toEqual([])
})
