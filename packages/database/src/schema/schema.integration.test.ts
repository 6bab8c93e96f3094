import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { dumpSchema } from './dump-schema.ts'
import { migrateDatabase } from './migrate-database.ts'

test('the migrations create the schema of the committed schema.sql', async ({ database }) => {
  await expect(await dumpSchema(database)).toMatchFileSnapshot('../../schema.sql')
})

test('migrations that start at once on a migrated database run nothing', async ({ testDatabase }) => {
  const ran = await Promise.all([1, 2, 3].map(() => migrateDatabase({ url: testDatabase.url })))
  expect(ran.flat()).toEqual([])
})
