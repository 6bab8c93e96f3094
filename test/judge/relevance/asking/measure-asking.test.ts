import { expect, test } from 'vitest'
import { readFreshListeners, readLabelledListeners } from '../labelled-posts.ts'

const listeners = readLabelledListeners()
const fresh = readFreshListeners()

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
  for (const { first, second, settled } of [...listeners, ...fresh].flatMap(({ asking }) => asking)) {
    expect([first, second]).toContain(settled)
  }
})

test('fresh listeners are others, each with sixty posts and with fifteen good ones', () => {
  const known = listeners.map(({ company }) => company)
  for (const { company, asking } of fresh) {
    expect(known).not.toContain(company)
    expect(asking.length).toBeGreaterThanOrEqual(60)
    expect(new Set(asking.map(({ signalId }) => signalId)).size).toBe(asking.length)
    expect(asking.filter(({ settled }) => settled > 0).length).toBeGreaterThanOrEqual(15)
  }
})
