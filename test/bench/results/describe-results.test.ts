import { expect, test } from 'vitest'
import { describeResults, describeResultsAsMarkdown } from './describe-results.ts'

const result = {
  name: 'reading',
  title: 'Reading one',
  rounds: 3,
  seconds: 12.4,
  readings: {
    ours: [{ rps: 1_234.5 }, { rps: 1_100 }, { rps: 2_000 }],
    theirs: [{ rps: 0.01234 }, { rps: 0.02 }, { rps: 0.03 }],
  },
  judgements: [
    {
      title: 'ours / theirs',
      metric: 'rps',
      of: 'ours',
      to: 'theirs',
      gate: { atLeast: 0.7 },
      goal: 0.8,
      value: 0.7123,
      least: 0.6,
      greatest: 0.9,
      verdict: 'passed' as const,
    },
  ],
}

test('a terminal is shown median and spread of what was measured, and each verdict', () => {
  const text = describeResults([result])
  expect(text).toMatch(/^reading: Reading one \(3 rounds, 12 s\)$/m)
  expect(text).toMatch(/^ {2}ours +rps +1,235 +1,100 to 2,000$/m)
  expect(text).toMatch(/^ {2}theirs +rps +0\.02 +0\.0123 to 0\.03$/m)
  expect(text).toMatch(/^ {2}ours \/ theirs +0\.712 +0\.6 to 0\.9 +at least 0\.7 +0\.8 +passed$/m)
})

test('Markdown names the day and the kind of machine', () => {
  const machine = { kind: '2 cores of a kind, 24 GiB', software: 'Node 24' }
  const text = describeResultsAsMarkdown([result], { machine, date: '2026-11-20' })
  expect(text).toMatch(/^# Results of 2026-11-20$/m)
  expect(text).toContain('2 cores of a kind, 24 GiB; Node 24.')
  expect(text).toMatch(/^\| ours \/ theirs \| 0\.712 \| 0\.6 to 0\.9 \| at least 0\.7 \| 0\.8 \| passed \|$/m)
})
