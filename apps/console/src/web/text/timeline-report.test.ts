import { exampleTimeline } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { stepKeys, timelineReport } from './timeline-report.ts'

test('a report has every sentence and reason, and nothing of the details', () => {
  const secret = 'Ada Lovelace'
  const steps = exampleTimeline.steps.map((step) => ({ ...step, detail: { to: { userId: secret } } }))
  const report = timelineReport({ ...exampleTimeline, steps })
  for (const { at, summary } of steps) {
    expect(report).toContain(`${at}  `)
    expect(report).toContain(summary)
  }
  for (const { stage, reason } of exampleTimeline.gaps)
    expect(report).toMatch(new RegExp(`${stage} +${reason}`))
  expect(report).not.toContain(secret)
})

test('steps of one stage and moment have links of their own', () => {
  const at = '2026-11-20T09:00:00.000Z'
  const same = { at, stage: 'stored' as const }
  expect(stepKeys([same, { ...same, stage: 'merged' }, same])).toEqual([
    'stored-1795165200000',
    'merged-1795165200000',
    'stored-1795165200000-2',
  ])
})
