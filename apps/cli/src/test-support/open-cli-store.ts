import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, type Database } from '@signalpost/database'
import type { CallCli } from './call-cli.ts'
import { cliInProcess } from './call-in-process.ts'

export type CliStore = {
  /** A call with input runs in a separate process. */
  call: CallCli
  database: Database
  pool: ReturnType<typeof createDatabase>['pool']
  url: string
  environment: Record<string, string>
  masterKey: Buffer
  close: () => Promise<void>
}

/** A CLI on a migrated database, and the test's own connections to it. */
export function openCliStore(databaseUrl: string, variables: Record<string, string> = {}): CliStore {
  const masterKey = randomBytes(32)
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-cli-'))
  const environment = {
    DATABASE_URL: databaseUrl,
    SIGNALPOST_MASTER_KEY: masterKey.toString('base64'),
    SIGNALPOST_DATA_DIR: directory,
    SIGNALPOST_INTAKE_URL: 'http://127.0.0.1:1',
    ...variables,
  }
  const { database, pool } = createDatabase({
    url: databaseUrl,
    applicationName: 'test',
    onConnectionError: () => undefined,
  })
  return {
    call: cliInProcess(environment),
    database,
    pool,
    url: databaseUrl,
    environment,
    masterKey,
    close: async () => {
      await database.destroy()
      rmSync(directory, { recursive: true })
    },
  }
}
