import { expect, test } from 'vitest'
import { upgradeUnderLoad } from './upgrade-under-load.ts'

// Drills alone: they take 0.1.0 from the history of the repository, which a shallow clone does not have.

test('a short upgrade from 0.1.0 and back under load breaks no connection and loses and doubles nothing', async (context) => {
  const report = await upgradeUnderLoad(context, { ratePerSecond: 50, requestsBetween: 100 })
  await context.annotate(JSON.stringify(report))
  expect(report).toMatchObject({ lost: 0, appliedTwice: 0, complaints: [] })
  expect(report.statuses).not.toHaveProperty('none')
  expect(report.acknowledged).toBeGreaterThan(800)
})

test('an upgrade from 0.1.0 and back at 200 requests/s for five minutes breaks no connection, loses and doubles nothing, and answers in at most three times its usual time', async (context) => {
  // Eight pauses of 7,500 requests take five minutes.
  const report = await upgradeUnderLoad(context, { ratePerSecond: 200, requestsBetween: 7_500 })
  await context.annotate(JSON.stringify(report))
  expect(report).toMatchObject({ lost: 0, appliedTwice: 0, complaints: [] })
  expect(report.statuses).not.toHaveProperty('none')
  expect(report.p99Ms.during).toBeLessThanOrEqual(3 * report.p99Ms.before)
})
