import { createTestDatabase } from '@signalpost/testing'
import { describe, expect, test } from 'vitest'
import { backendCases } from '../support/backend-cases.ts'
import { surviveKills } from './survive-kills.ts'

const timeoutMs = 240_000

describe.concurrent('kills of random processes under load, and jobs that vanish,', () => {
  for (const { backend, isMissing } of backendCases) {
    test.skipIf(isMissing)(
      `lose nothing and apply nothing twice on ${backend}`,
      async ({ onTestFinished }) => {
        const database = await createTestDatabase()
        onTestFinished(database.drop)
        const { complaints, totals, killsByProcess } = await surviveKills({
          backend,
          databaseUrl: database.url,
          deliveries: 2_000,
          kills: 10,
          seed: 20,
          losesJobs: true,
        })
        expect(complaints).toEqual([])
        expect(totals.deliveries).toBeGreaterThanOrEqual(2_000)
        expect(Object.values(killsByProcess).reduce((sum, kills) => sum + kills)).toBe(10)
      },
      timeoutMs,
    )
  }
})
