import { env } from 'node:process'
import { createTestDatabase } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { surviveEscalationKills } from './survive-escalation-kills.ts'

const signals = Number(env.SIGNALPOST_TEST_SIGNALS ?? 600)

test('escalations survive the deaths of their workers: each step arrives, with copies only where one may have arrived, none after someone took the signal and none outside of business hours', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const kills = Math.ceil(signals / 100)
  const report = await surviveEscalationKills({ databaseUrl: database.url, signals, kills, seed: 1 })
  expect(report.complaints).toEqual([])
  // Every other kill hits all workers while the receiver holds back answers.
  expect(report).toMatchObject({ signals, kills })
  for (const figure of ['taken', 'arrived', 'ambiguousAttempts', 'unneeded', 'heldBack'] as const) {
    expect(report[figure], figure).toBeGreaterThan(0)
  }
}, 1_200_000)
