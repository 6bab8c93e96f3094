import { expect, test } from 'vitest'
import { migrateFullLedger } from './migrate-full-ledger.ts'

const deliveries = Number(process.env.SIGNALPOST_TEST_DELIVERIES || 10_000_000)
const mostMs = 2_000

test('migrating a full ledger from 0.1.0 holds no lock that the intake needs for more than 2 s, also by three at once', async (context) => {
  const report = await migrateFullLedger(context, { deliveries })
  await context.annotate(JSON.stringify(report))
  expect(report.complaints).toEqual([])
  expect(report.inserted).toBeGreaterThan(0)
  expect(report.longestLock?.ms ?? 0).toBeLessThanOrEqual(mostMs)
}, 7_200_000)
