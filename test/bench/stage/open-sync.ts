import { createDatabase, createSecretBox } from '@signalpost/database'
import type { SyncDependencies } from '@signalpost/sync'
import type { PreparedStore } from '../filling/prepare-store.ts'
import type { Stage } from './stage.ts'

/** Returns what this process needs to work on a store's warehouses itself. */
export function openSync(stage: Stage, { databaseUrl, masterKey }: PreparedStore): SyncDependencies {
  const { database, pool } = createDatabase({
    url: databaseUrl,
    applicationName: 'signalpost bench',
    statementTimeoutMs: 0,
    onConnectionError: () => undefined,
  })
  stage.onEnd(() => database.destroy())
  const secretBox = createSecretBox(Buffer.from(masterKey, 'base64'))
  return { database, pool, secretBox, dataDir: stage.createDirectory() }
}
