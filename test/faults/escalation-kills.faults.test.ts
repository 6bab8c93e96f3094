import { env, stdout } from 'node:process'
import { createTestDatabase } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import { startQueueStore } from '../support/product/queue-store.ts'
import { surviveEscalationKills } from './survive-escalation-kills.ts'

const isFull = env.SIGNALPOST_TEST_SIGNALS !== undefined
const signals = Number(env.SIGNALPOST_TEST_SIGNALS ?? 600)
const chosen = isFull ? (['postgres', 'redis'] as const) : (['postgres'] as const)

for (const { backend } of backendCases.filter(({ isMissing }) => !isMissing)) {
  if (!chosen.some((one) => one === backend)) continue
  test(`escalations survive the deaths of their workers on ${backend}: each step arrives, with copies only where one may have arrived, none after someone took the signal and none outside of business hours`, async ({
    onTestFinished,
  }) => {
    const database = await createTestDatabase()
    onTestFinished(database.drop)
    const store = await startQueueStore(backend, { databaseUrl: database.url })
    onTestFinished(store.stop)
    const { complaints, takenBy, ...figures } = await surviveEscalationKills({
      ...{ databaseUrl: database.url, redisUrl: store.redisUrl },
      ...{ signals, kills: Math.ceil(signals / 100), seed: 1 },
    })
    if (isFull) stdout.write(`${JSON.stringify({ backend, ...figures, takenBy }, undefined, 2)}\n`)
    expect(complaints).toEqual([])
    // Every other kill hits all workers while the receiver holds back answers.
    expect(figures.kills).toBeGreaterThanOrEqual(Math.ceil(signals / 100))
    expect(figures.signals).toBe(signals)
    expect(Object.keys(takenBy)).toHaveLength(10)
    const seen = ['taken', 'arrived', 'ambiguousAttempts', 'unneeded', 'heldBack', 'waitedForHours'] as const
    // Of few signals, none may have a step that is due in the seconds before hours end.
    const seenOfMany = isFull ? (['sentBeforeHoursEnded'] as const) : []
    for (const figure of [...seen, ...seenOfMany]) {
      expect(figures[figure], figure).toBeGreaterThan(0)
    }
  }, 2_400_000)
}
