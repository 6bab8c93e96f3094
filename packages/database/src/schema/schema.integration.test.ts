import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrateDatabase } from './migrate-database.ts'

let testDatabase: TestDatabase
let database: Database

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = createDatabase({
    url: testDatabase.url,
    applicationName: 'test',
    onConnectionError: () => undefined,
  }).database
})

afterAll(async () => {
  await database.destroy()
  await testDatabase.drop()
})

test('the migrations create the schema of the committed schema.sql', async () => {
  await expect(await dumpSchema(database)).toMatchFileSnapshot('../../schema.sql')
})

test('migrations that start at once on a migrated database run nothing', async () => {
  const ran = await Promise.all([1, 2, 3].map(() => migrateDatabase({ url: testDatabase.url })))
  expect(ran.flat()).toEqual([])
})
