import { migrateDatabase } from '@signalpost/database'
import { type EmbeddedPostgres, startTemporaryPostgres } from '@signalpost/embedded-postgres'
import type { TestProject } from 'vitest/node'
import { postgresKey } from './postgres-key.ts'
import { browserRemedy, findBrowser } from './programs/find-browser.ts'
import { findPgbouncer, pgbouncerRemedy } from './programs/find-pgbouncer.ts'
import { findRedisServer, redisRemedy } from './programs/find-redis-server.ts'
import { createTemplate } from './template-database.ts'

let server: EmbeddedPostgres | undefined

/** Starts one server for the run; every test file clones its own database from one migrated template. */
export async function setup(project: TestProject): Promise<void> {
  // Written past the reporter, so the reason for skipped tests is always visible.
  if (findRedisServer() === undefined) process.stderr.write(`Tests on Redis are skipped. ${redisRemedy}\n`)
  if (findPgbouncer() === undefined)
    process.stderr.write(`Tests on PgBouncer are skipped. ${pgbouncerRemedy}\n`)
  if (findBrowser() === undefined) process.stderr.write(`Tests in a browser are skipped. ${browserRemedy}\n`)
  server = await startTemporaryPostgres()
  try {
    await createTemplate(server, (url) => migrateDatabase({ url }))
    project.provide(postgresKey, { superuserUrl: server.superuserUrl, url: server.url })
  } catch (cause) {
    await server.stop()
    throw cause
  }
}

export async function teardown(): Promise<void> {
  await server?.stop()
}
