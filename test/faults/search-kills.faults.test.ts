import { env } from 'node:process'
import { createTestDatabase } from '@signalpost/testing'
import { expect, test } from 'vitest'
import { surviveSearchKills } from './survive-search-kills.ts'

const posts = Number(env.SIGNALPOST_TEST_POSTS ?? 600)

test('listeners survive the deaths of their searchers and an intake that goes away: each post becomes one signal of each listener', async ({
  onTestFinished,
}) => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  const kills = Math.min(300, Math.ceil(posts / 30))
  const report = await surviveSearchKills({ databaseUrl: database.url, posts, kills, seed: 1 })
  expect(report.complaints).toEqual([])
  expect(report).toMatchObject({ posts, kills, signals: 2 * posts })
  for (const figure of ['killsAtPoints', 'absences'] as const) {
    expect(report[figure], figure).toBeGreaterThan(0)
  }
}, 2_400_000)
