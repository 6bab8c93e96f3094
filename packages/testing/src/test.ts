import { createDatabase } from '@signalpost/database'
import { test as plainTest } from 'vitest'
import { createDatabaseOn, findTestServer } from './create-test-database.ts'

/**
 * Vitest's `test` with a database for each file, for tests and hooks that name it: `testDatabase` is where it is,
 * `database` and `pool` are connected to it. What a file opens on it must be closed in its `afterAll`, which runs before
 * the database is dropped. A door of its own, since programs outside vitest use the rest of the package.
 */
export const test = plainTest
  .extend('testServer', { scope: 'file' }, () => findTestServer())
  .extend('testDatabase', { scope: 'file' }, async ({ testServer }, { onCleanup }) => {
    const testDatabase = await createDatabaseOn(testServer)
    onCleanup(testDatabase.drop)
    return testDatabase
  })
  .extend('connection', { scope: 'file' }, async ({ testDatabase }, { onCleanup }) => {
    const connection = createDatabase({
      url: testDatabase.url,
      applicationName: 'test',
      // A test may cut its connections, and dropping the database does.
      onConnectionError: () => undefined,
    })
    onCleanup(() => connection.database.destroy())
    return connection
  })
  .extend('database', { scope: 'file' }, ({ connection }) => connection.database)
  .extend('pool', { scope: 'file' }, ({ connection }) => connection.pool)
