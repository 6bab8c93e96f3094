import { createTestDatabase } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { surviveAlertKills } from './survive-alert-kills.ts'

test('alerts survive the deaths of their worker: each is sent, with copies only where one may have arrived', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const report = await surviveAlertKills({ databaseUrl: database.url, signals: 400, kills: 6, seed: 1 })
  expect(report.complaints).toEqual([])
  expect(report.decided).toMatchObject({
    sent: expect.any(Number),
    'pending quiet_hours': expect.any(Number),
    'suppressed silenced': expect.any(Number),
  })
}, 300_000)
