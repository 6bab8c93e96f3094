import { expect, test } from 'vitest'
import { createArrivalRate } from './arrival-rate.ts'

function open() {
  let nowMs = 1_000
  const rate = createArrivalRate(() => nowMs)
  const arrive = ({ count, everyMs }: { count: number; everyMs: number }) => {
    for (let index = 0; index < count; index += 1) {
      nowMs += everyMs
      rate.note()
    }
  }
  return { rate, arrive, pass: (ms: number) => (nowMs += ms) }
}

test('is what arrived in the last whole window', () => {
  const { rate, arrive } = open()
  expect(rate.perSecond()).toBe(0)
  arrive({ count: 120, everyMs: 1 })
  expect(rate.perSecond()).toBeCloseTo(1_000, -2)
  arrive({ count: 240, everyMs: 0.5 })
  expect(rate.perSecond()).toBeCloseTo(2_000, -2)
})

test('falls when less arrives, and to nothing when nothing does', () => {
  const { rate, arrive, pass } = open()
  arrive({ count: 200, everyMs: 0.5 })
  arrive({ count: 20, everyMs: 10 })
  expect(rate.perSecond()).toBeCloseTo(100, -2)
  pass(10_000)
  expect(rate.perSecond()).toBeLessThan(1)
  pass(50)
  expect(rate.perSecond()).toBe(0)
})

test('is not high because a few arrive at once after a pause', () => {
  const { rate, arrive, pass } = open()
  pass(10_000)
  arrive({ count: 30, everyMs: 0 })
  expect(rate.perSecond()).toBeLessThan(1_000)
})
