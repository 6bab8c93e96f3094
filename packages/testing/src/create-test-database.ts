import { randomBytes } from 'node:crypto'
import { postgresKey } from './postgres-key.ts'
import { cloneTemplate, dropDatabase, withDatabase } from './template-database.ts'

export type TestDatabase = {
  url: string
  /** The same database as a superuser, for tests that change the server itself. */
  superuserUrl: string
  drop: () => Promise<void>
}

/** Creates an empty, migrated database on the PostgreSQL server of this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabaseOn(await findTestServer())
}

export type TestServer = { superuserUrl: string; url: string }

/** Throws in a pure test, for which no server runs. */
export async function findTestServer(): Promise<TestServer> {
  // Imported here so that programs outside vitest can use the rest of the package.
  const { inject } = await import('vitest')
  const server = inject(postgresKey)
  if (server !== undefined) return server
  const { impureTestError } = await import('./impure-test-error.ts')
  throw impureTestError('asks for a database')
}

export async function createDatabaseOn(server: TestServer): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await cloneTemplate(server.superuserUrl, name)
  return {
    url: withDatabase(server.url, name),
    superuserUrl: withDatabase(server.superuserUrl, name),
    drop: () => dropDatabase(server.superuserUrl, name),
  }
}
