import { expect, test } from 'vitest'
import { countByDay } from './count-by-day.ts'

const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()
const hour = (day: number, hours: number, sent: number) => ({
  at: at(day, hours),
  sent,
  digested: 1,
  heldBack: 2,
})

test("adds up hours by the reader's days, with those on which nothing happened", () => {
  const hours = [hour(20, 23, 3), hour(21, 0, 4), hour(21, 9, 5)]
  const days = countByDay(hours, { since: at(19, 12), nowMs: Date.parse(at(22, 12)) })
  expect(days).toEqual([
    { at: at(19, 0), sent: 0, digested: 0, heldBack: 0 },
    { at: at(20, 0), sent: 3, digested: 1, heldBack: 2 },
    { at: at(21, 0), sent: 9, digested: 2, heldBack: 4 },
    { at: at(22, 0), sent: 0, digested: 0, heldBack: 0 },
  ])
})

test('shows a digest that lies ahead', () => {
  const days = countByDay([hour(24, 9, 0)], { since: at(22, 12), nowMs: Date.parse(at(22, 13)) })
  expect(days.map(({ digested }) => digested)).toEqual([0, 0, 1])
})
