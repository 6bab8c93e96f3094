import { createTestDatabase } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { surviveRereadKills } from './survive-reread-kills.ts'

test('finds that have to be read again survive the deaths of their searchers: each signal is updated or deleted once, or left alone', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const kills = 21
  const report = await surviveRereadKills({ databaseUrl: database.url, posts: 180, kills, seed: 1 })
  expect(report.complaints).toEqual([])
  expect(report).toMatchObject({ kills, unchanged: 60, changed: 60, gone: 60 })
  expect(report.killsAtPoints).toBeGreaterThan(0)
}, 900_000)
