import { describe, expect, test } from 'vitest'
import { failOverUnderLoad } from './fail-over-under-load.ts'

const promotions = 5
const acceptsWithinSeconds = 5

describe('five promotions of a synchronous standby under load', () => {
  for (const backend of ['postgres', 'redis'] as const) {
    test(`lose nothing, and each takes at most 5 s, with the queue on ${backend}`, async (context) => {
      const report = await failOverUnderLoad(context, { backend, promotions })
      await context.annotate(JSON.stringify(report))
      expect(report).toMatchObject({ lost: 0, appliedTwice: 0, complaints: [], stepsLeftOut: [] })
      expect(Math.max(...report.secondsUntilAccepted)).toBeLessThanOrEqual(acceptsWithinSeconds)
    })
  }
})
