import { createTestDatabase } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { surviveRollingRestarts } from './survive-rolling-restarts.ts'

test('every request whose header was read is answered while processes are restarted in turns under load', {
  timeout: 300_000,
}, async ({ onTestFinished }) => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const report = await surviveRollingRestarts({
    ...{ backend: 'postgres', databaseUrl: database.url, restarts: 4, rate: 100, seed: 1 },
  })
  expect(report.complaints).toEqual([])
  expect(report.heard).toBe(report.begun)
})
