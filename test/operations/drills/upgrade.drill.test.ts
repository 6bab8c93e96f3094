import { expect, test } from 'vitest'
import { upgradeUnderLoad } from './upgrade-under-load.ts'

test('an upgrade from 0.1.0 and back at 200 requests/s for five minutes breaks no connection and loses and doubles nothing', async (context) => {
  // Eight pauses of 7,500 requests take five minutes.
  const report = await upgradeUnderLoad(context, { ratePerSecond: 200, requestsBetween: 7_500 })
  await context.annotate(JSON.stringify(report))
  expect(report).toMatchObject({ lost: 0, appliedTwice: 0, complaints: [] })
  expect(report.statuses).not.toHaveProperty('none')
})
