import { expect, test } from 'vitest'
import { restoreToAMoment } from './restore-to-a-moment.ts'

const million = 1_000_000
const readyWithinSeconds = 15 * 60

test('a restore of a million deliveries to a moment is complete, and ready within 15 minutes', async (context) => {
  const report = await restoreToAMoment(context, { filled: million })
  const { filled, acknowledged, secondsUntilReady } = report
  await context.annotate(JSON.stringify({ filled, acknowledged, secondsUntilReady }))
  expect(report).toMatchObject({ complaints: [], stepsLeftOut: [], doctor: { ok: true } })
  expect(secondsUntilReady).toBeLessThanOrEqual(readyWithinSeconds)
}, 2_400_000)
