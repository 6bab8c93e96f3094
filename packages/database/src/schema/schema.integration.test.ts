import { test } from '@signalpost/testing/test'
import { expect } from 'vitest'
import { dumpSchema } from './dump-schema.ts'
import { migrateDatabase } from './migrate-database.ts'
import { describeTables } from './tables/describe-tables.ts'

test('the migrations create the schema of the committed schema.sql, and the types of its tables', async ({
  database,
}) => {
  const schema = await dumpSchema(database)
  await expect(schema).toMatchFileSnapshot('../../schema.sql')
  await expect(describeTables(schema)).toMatchFileSnapshot('../tables.generated.ts')
})

test('migrations that start at once on a migrated database run nothing', async ({ testDatabase }) => {
  const ran = await Promise.all([1, 2, 3].map(() => migrateDatabase({ url: testDatabase.url })))
  expect(ran.flat()).toEqual([])
})
