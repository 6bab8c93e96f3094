import { type MasterKeys, StartError } from '@signalpost/runtime'
import { findMasterKeys } from './files/master-key.ts'
import { findEmbeddedPostgres, notRunning } from './server/find-embedded-postgres.ts'

export type Stores = {
  databaseUrl: string
  /** The keys that encrypt secrets. */
  masterKeys: MasterKeys
  embedded: boolean
}

/** No server runs on the data directory. */
export class NoServerError extends StartError {}

/**
 * Finds where a process keeps its data: in the stores that the environment names, else in the embedded server that runs
 * on the data directory.
 *
 * @throws NoServerError
 */
export function resolveStores({
  databaseUrl,
  dataDir,
  masterKeys,
}: {
  databaseUrl: string | undefined
  dataDir: string
  masterKeys: MasterKeys | undefined
}): Stores {
  if (databaseUrl !== undefined) {
    if (masterKeys === undefined) throw new StartError('with DATABASE_URL, SIGNALPOST_MASTER_KEY is required')
    return { databaseUrl, masterKeys, embedded: false }
  }
  const found = findEmbeddedPostgres(dataDir)
  const keys = masterKeys ?? findMasterKeys(dataDir)
  if (found === undefined || keys === undefined) {
    throw new NoServerError(notRunning(dataDir))
  }
  return { databaseUrl: found, masterKeys: keys, embedded: true }
}
