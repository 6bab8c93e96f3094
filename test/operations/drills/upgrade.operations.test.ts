import { expect, test } from 'vitest'
import { upgradeUnderLoad } from './upgrade-under-load.ts'

test('an upgrade from 0.1.0 and back under load breaks no connection and loses and doubles nothing', async (context) => {
  const report = await upgradeUnderLoad(context, { ratePerSecond: 50, requestsBetween: 100 })
  await context.annotate(JSON.stringify(report))
  expect(report).toMatchObject({ lost: 0, appliedTwice: 0, complaints: [] })
  expect(report.statuses).not.toHaveProperty('none')
  expect(report.acknowledged).toBeGreaterThan(800)
}, 400_000)
