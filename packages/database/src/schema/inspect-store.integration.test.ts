import { test } from '@signalpost/testing/test'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { countPartitionDays, findDaysWithoutPartitions, inspectStore } from './inspect-store.ts'
import { createPartitions } from './partitions.ts'

let database: Database

test.beforeAll(async ({ database: openedDatabase }) => {
  database = openedDatabase
})

test('our connections commit durably, whatever the default of the database is', async ({ testDatabase }) => {
  await sql`do $$ begin
    execute format('alter database %I set synchronous_commit = off', current_database());
  end $$`.execute(database)
  const { database: later } = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  const inspection = await inspectStore(later)
  await later.destroy()
  expect(inspection).toMatchObject({ synchronousCommit: 'on', fsync: 'off' })
  expect(inspection.versionNumber).toBeGreaterThanOrEqual(150_000)
})

test('lists the days for which a table has no partition', async () => {
  const nowMs = Date.parse('2031-03-01T23:30:00.000Z')
  await createPartitions(database, { nowMs, daysAhead: 2 })
  const missing = () => findDaysWithoutPartitions(database, { nowMs, days: 4 })
  expect(await missing()).toEqual(['2031-03-04'])
  expect(await countPartitionDays(database, { nowMs, most: 7 })).toBe(3)
  expect(await countPartitionDays(database, { nowMs, most: 2 })).toBe(2)
  await sql`drop table deliveries_20310302`.execute(database)
  expect(await missing()).toEqual(['2031-03-02', '2031-03-04'])
  expect(await countPartitionDays(database, { nowMs, most: 7 })).toBe(1)
})
