import { expect, test } from 'vitest'
import { createTakenAlong } from './taken-along.ts'

const rowsOf = (...batchIds: string[]) => batchIds.map((batchId) => ({ batchId }))
const all = (...batchIds: string[]) => ({ taken: rowsOf(...batchIds), left: [] })

test('tells once of each batch that went along, and never of the one whose job it was', () => {
  const along = createTakenAlong()
  along.note(all('bat_1', 'bat_1', 'bat_2', 'bat_3'), { batchId: 'bat_1', limit: 500 })
  expect(['bat_1', 'bat_2', 'bat_3', 'bat_4'].map(along.take)).toEqual([false, true, true, false])
  expect(along.take('bat_2')).toBe(false)
})

test('leaves the last batch to its job where the limit may have cut it', () => {
  const along = createTakenAlong()
  along.note(all('bat_1', 'bat_2', 'bat_3'), { batchId: 'bat_1', limit: 3 })
  expect(['bat_2', 'bat_3'].map(along.take)).toEqual([true, false])
})

test('leaves a batch to its job if any of it was left', () => {
  const along = createTakenAlong()
  const claimed = { taken: rowsOf('bat_1', 'bat_2', 'bat_3'), left: rowsOf('bat_3', 'bat_4') }
  along.note(claimed, { batchId: 'bat_1', limit: 500 })
  expect(['bat_2', 'bat_3', 'bat_4'].map(along.take)).toEqual([true, false, false])
})

test('forgets the oldest of too many', () => {
  const along = createTakenAlong()
  const many = Array.from({ length: 10_001 }, (_, index) => `bat_${index}`)
  along.note(all(...many), { batchId: 'bat_own', limit: 20_000 })
  expect([along.take('bat_0'), along.take('bat_1'), along.take('bat_10000')]).toEqual([false, true, true])
})
