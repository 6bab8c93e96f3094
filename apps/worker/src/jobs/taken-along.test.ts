import { expect, test } from 'vitest'
import { createTakenAlong } from './taken-along.ts'

const rowsOf = (...batchIds: string[]) => batchIds.map((batchId) => ({ batchId }))

test('tells once of each batch that went along, and never of the one whose job it was', () => {
  const along = createTakenAlong()
  along.note(rowsOf('bat_1', 'bat_1', 'bat_2', 'bat_3', 'bat_3'), { batchId: 'bat_1' })
  const sizes = { bat_1: 2, bat_2: 1, bat_3: 2, bat_4: 1 }
  const taken = Object.entries(sizes).filter(([batchId, deliveries]) => along.take({ batchId, deliveries }))
  expect(taken.map(([batchId]) => batchId)).toEqual(['bat_2', 'bat_3'])
  expect(along.take({ batchId: 'bat_2', deliveries: 1 })).toBe(false)
})

test('leaves a batch to its job until all of its deliveries went along, with one job or several', () => {
  const along = createTakenAlong()
  along.note(rowsOf('bat_2', 'bat_2'), { batchId: 'bat_1' })
  expect(along.take({ batchId: 'bat_2', deliveries: 3 })).toBe(false)
  along.note(rowsOf('bat_2'), { batchId: 'bat_0' })
  expect(along.take({ batchId: 'bat_2', deliveries: 3 })).toBe(true)
})

test('leaves a batch to its job if that does not say how many deliveries it has', () => {
  const along = createTakenAlong()
  along.note(rowsOf('bat_2'), { batchId: 'bat_1' })
  expect(along.take({ batchId: 'bat_2' })).toBe(false)
})

test('forgets the oldest of too many', () => {
  const along = createTakenAlong()
  along.note(rowsOf(...Array.from({ length: 10_001 }, (_, index) => `bat_${index}`)), { batchId: 'bat_own' })
  const isTaken = (batchId: string): boolean => along.take({ batchId, deliveries: 1 })
  expect(['bat_0', 'bat_1', 'bat_10000'].map(isTaken)).toEqual([false, true, true])
})
