import { readFileSync, writeFileSync } from 'node:fs'
import { createTestDatabase, type TestDatabase } from '@signalpost/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type Database } from '../database.ts'
import { dumpSchema } from './dump-schema.ts'
import { migrateDatabase } from './migrate-database.ts'

const schemaFile = new URL('../../schema.sql', import.meta.url)

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

test('is what the committed schema.sql says', async () => {
  const dumped = await dumpSchema(database)
  if (process.env.UPDATE_SCHEMA === '1') writeFileSync(schemaFile, dumped)
  expect(dumped).toBe(readFileSync(schemaFile, 'utf8'))
})

test('migrates once, however often and by however many it is asked to', async () => {
  const ran = await Promise.all([1, 2, 3].map(() => migrateDatabase({ url: testDatabase.url })))
  expect(ran.flat()).toEqual([])
})
