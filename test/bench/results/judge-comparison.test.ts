import { expect, test } from 'vitest'
import type { Comparison } from '../define-figure.ts'
import { judgeComparison, marginOf } from './judge-comparison.ts'

const ratio: Comparison = {
  title: 'ours against theirs',
  metric: 'rps',
  of: 'ours',
  to: 'theirs',
  gate: { atLeast: 0.7 },
  goal: 0.8,
}

function readingsOf(ours: number[], theirs: number[]) {
  return { ours: ours.map((rps) => ({ rps })), theirs: theirs.map((rps) => ({ rps })) }
}

test('a ratio is the median of the ratios of each round, not the ratio of medians', () => {
  const judged = judgeComparison(ratio, readingsOf([75, 7.5, 30], [100, 10, 10]))
  expect(judged).toMatchObject({ value: 0.75, least: 0.75, greatest: 3, verdict: 'passed' })
})

test('a ratio is missed on the wrong side of the gate, and meets the goal on the right side of that', () => {
  expect(judgeComparison(ratio, readingsOf([69], [100])).verdict).toBe('missed')
  expect(judgeComparison(ratio, readingsOf([70], [100])).verdict).toBe('passed')
  expect(judgeComparison(ratio, readingsOf([80], [100])).verdict).toBe('goal')
})

test('a ratio is judged the other way round where less is better', () => {
  const atMost = { ...ratio, gate: { atMost: 3 }, goal: 1.5 }
  expect(judgeComparison(atMost, readingsOf([31], [10])).verdict).toBe('missed')
  expect(judgeComparison(atMost, readingsOf([30], [10])).verdict).toBe('passed')
  expect(judgeComparison(atMost, readingsOf([15], [10])).verdict).toBe('goal')
})

test('a ratio passes by a small difference where one is tolerated', () => {
  const tolerant = { ...ratio, gate: { atMost: 1.25 }, tolerated: 50 }
  expect(judgeComparison(tolerant, readingsOf([60], [10])).verdict).toBe('passed')
  expect(judgeComparison(tolerant, readingsOf([61], [10])).verdict).toBe('missed')
})

test('a ratio passes where its variants differ by no more than two measurements of the base', () => {
  const { goal: _goal, ...open } = ratio
  const noisy = { ...open, gate: { atLeast: 1 }, noise: 'theirs again' }
  const withNoise = (ours: number, again: number) => ({
    ...readingsOf([ours], [100]),
    'theirs again': [{ rps: again }],
  })
  expect(judgeComparison(noisy, withNoise(96, 104)).verdict).toBe('passed')
  expect(judgeComparison(noisy, withNoise(96, 96)).verdict).toBe('passed')
  expect(judgeComparison(noisy, withNoise(95, 104)).verdict).toBe('missed')
  expect(judgeComparison(noisy, readingsOf([99], [100])).verdict).toBe('missed')
})

test('a ratio is not measured where a variant was left out', () => {
  expect(judgeComparison(ratio, { ours: [{ rps: 1 }] }).verdict).toBe('not measured')
  expect(judgeComparison(ratio, readingsOf([Number.NaN], [1])).verdict).toBe('not measured')
})

test('a value without a gate is printed, and one with a gate is judged by itself', () => {
  const { gate: _gate, to: _to, goal: _goal, ...printed } = ratio
  expect(judgeComparison(printed, readingsOf([5], []))).toMatchObject({ value: 5, verdict: 'printed' })
  const judged = { ...printed, gate: { atMost: 200 } }
  expect(judgeComparison(judged, readingsOf([201], [])).verdict).toBe('missed')
})

test('the margin says how many times better than the gate a value is', () => {
  expect(marginOf(1.4, { atLeast: 0.7 })).toBe(2)
  expect(marginOf(1.5, { atMost: 3 })).toBe(2)
  expect(marginOf(-1, { atMost: 3 })).toBe(Number.POSITIVE_INFINITY)
})
