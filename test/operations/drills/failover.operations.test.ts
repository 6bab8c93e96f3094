import { expect, test } from 'vitest'
import { failOverUnderLoad } from './fail-over-under-load.ts'

test('a promoted synchronous standby has every acknowledged delivery, and the processes continue on it', async (context) => {
  const report = await failOverUnderLoad(context, { backend: 'postgres', promotions: 1 })
  await context.annotate(JSON.stringify(report))
  expect(report).toMatchObject({ lost: 0, appliedTwice: 0, complaints: [], stepsLeftOut: [] })
  expect(report.acknowledged).toBeGreaterThan(200)
}, 400_000)
