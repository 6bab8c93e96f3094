import { expect, test } from 'vitest'
import { sumByDay } from './sum-by-day.ts'

const at = (day: number, hour: number): string => new Date(2026, 10, day, hour).toISOString()
const bar = (moment: string, sent: number, held: number) => ({
  at: moment,
  parts: [
    { name: 'Sent', tone: 'good', count: sent },
    { name: 'Held back', tone: 'plain', count: held },
  ],
})

test("adds up hours by the reader's days, with those on which nothing happened", () => {
  const hours = [bar(at(20, 23), 3, 1), bar(at(21, 0), 4, 1), bar(at(21, 9), 5, 1)]
  expect(sumByDay(hours, { since: at(19, 12), nowMs: Date.parse(at(22, 12)) })).toEqual([
    bar(at(19, 0), 0, 0),
    bar(at(20, 0), 3, 1),
    bar(at(21, 0), 9, 2),
    bar(at(22, 0), 0, 0),
  ])
})

test('shows what lies ahead', () => {
  const days = sumByDay([bar(at(24, 9), 1, 0)], { since: at(22, 12), nowMs: Date.parse(at(22, 13)) })
  expect(days.map(({ parts }) => parts[0]?.count)).toEqual([0, 0, 1])
})
