import { expect, test } from 'vitest'
import { createDescription } from './progress.ts'

test('shows the rate since the first step after 1 s', () => {
  let nowMs = 0
  const describe = createDescription({ title: 'Comparing', total: 5_000 }, () => nowMs)
  expect(describe(0)).toBe('Comparing 0/5000')
  nowMs = 60_000
  expect(describe(1_000)).toBe('Comparing 1000/5000')
  nowMs = 62_000
  expect(describe(2_200)).toBe('Comparing 2200/5000, 600/s')
})

test.each([null, 0])('shows only the count for the total %j', (total) => {
  expect(createDescription({ title: 'Syncing', total }, () => 0)(12)).toBe('Syncing 12')
})
