import { expect, test } from 'vitest'
import { readLabelledListeners } from '../labelled-posts.ts'
import { measureTop } from './measure-top.ts'
import { topTables } from './top-tables.ts'

test('takes the first posts in their order, and what no one labelled as bad', () => {
  const labels = [2, 1, undefined, 0, 0, 0, 0, 0, 0, 0, 1, 1] as const
  const found = measureTop([{ company: 'one', candidates: 300, labels }], [[1, 1] as const, [0, 0] as const])
  expect(found.precision10.value).toBe(0.2)
  expect(found.act10.value).toBe(0.1)
  expect(found.precision20.value).toBeCloseTo(4 / 12, 12)
  expect(found.unlabelled).toBe(1)
  expect(found.agreement).toBe(1)
  expect(topTables(found)).toContain('| precision at 10 | 0.200 | 0.200 to 0.200 |')
})

test('gives each listener the same weight, and leaves out what comes after the first twenty', () => {
  const good = Array.from({ length: 20 }, () => 2 as const)
  const bad = Array.from({ length: 40 }, (_, at) => (at < 20 ? (0 as const) : (2 as const)))
  const found = measureTop(
    [
      { company: 'good', candidates: 20, labels: good },
      { company: 'bad', candidates: 40, labels: bad },
    ],
    [],
  )
  expect(found.precision20.value).toBe(0.5)
  expect(found.companies.map(({ precision20 }) => precision20)).toEqual([1, 0])
  expect(found.agreement).toBeNaN()
})

test('no post of the first ones was labelled in the sample too', () => {
  for (const { posts, first } of readLabelledListeners()) {
    const sampled = new Set(posts.map(({ signalId }) => signalId))
    expect(first.filter(({ signalId }) => sampled.has(signalId))).toEqual([])
    expect(new Set(first.map(({ signalId }) => signalId)).size).toBe(first.length)
    expect(first.filter((one) => one.first === one.second && one.settled !== one.first)).toEqual([])
  }
})
