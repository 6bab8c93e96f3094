import { expect, test } from 'vitest'
import { readLabelledListeners } from '../labelled-posts.ts'

const listeners = readLabelledListeners()

test('four hundred posts were added, none of them labelled before for the same listener', () => {
  expect(listeners.flatMap(({ asking }) => asking)).toHaveLength(400)
  for (const { posts, first, asking } of listeners) {
    const ids = [...posts, ...first, ...asking].map(({ signalId }) => signalId)
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('half of the listeners are for measuring alone, among them of two modes', () => {
  const untouched = listeners.filter(({ isForMaking }) => !isForMaking)
  expect(untouched).toHaveLength(6)
  expect(new Set(untouched.map(({ listener }) => listener.mode)).size).toBe(2)
})

test('what two readings agree on is settled so, and else one of the two', () => {
  for (const { first, second, settled } of listeners.flatMap(({ asking }) => asking)) {
    expect([first, second]).toContain(settled)
  }
})
