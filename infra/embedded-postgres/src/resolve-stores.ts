import { resolve } from 'node:path'
import { StartError } from '@signalpost/runtime'
import { findMasterKey } from './files/master-key.ts'
import { findEmbeddedPostgres } from './server/find-embedded-postgres.ts'

export type Stores = {
  databaseUrl: string
  /** The 32 bytes that encrypt secrets. */
  masterKey: Buffer
  embedded: boolean
}

/**
 * Finds where a process keeps its data: in the stores that the environment names, else in the embedded server that runs
 * on the data directory.
 *
 * @throws StartError if no server runs there
 */
export function resolveStores({
  databaseUrl,
  dataDir,
  masterKey,
}: {
  databaseUrl: string | undefined
  dataDir: string
  masterKey: Buffer | undefined
}): Stores {
  if (databaseUrl !== undefined) {
    if (masterKey === undefined) throw new StartError('with DATABASE_URL, SIGNALPOST_MASTER_KEY is required')
    return { databaseUrl, masterKey, embedded: false }
  }
  const found = findEmbeddedPostgres(dataDir)
  const key = masterKey ?? keyOf(dataDir)
  if (found === undefined || key === undefined) {
    throw new StartError(`no embedded PostgreSQL is running on ${resolve(dataDir)}; start it with npm start`)
  }
  return { databaseUrl: found, masterKey: key, embedded: true }
}

function keyOf(dataDir: string): Buffer | undefined {
  const text = findMasterKey(dataDir)
  return text === undefined ? undefined : Buffer.from(text, 'base64')
}
