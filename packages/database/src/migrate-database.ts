import { Migrator } from 'kysely/migration'
import { createDatabase, type Database } from './database.ts'
import { migrations } from './migrations/index.ts'
import { createPartitions } from './partitions.ts'

/**
 * Brings a database to this version's schema and makes its partitions. Safe when several processes do it at once;
 * a database that is ahead of this version is refused. Answers the names of the migrations that ran.
 */
export async function migrateDatabase({
  url,
  nowMs = Date.now(),
}: {
  url: string
  nowMs?: number
}): Promise<string[]> {
  const { database } = createDatabase({
    url,
    applicationName: 'signalpost migrate',
    maxConnections: 2,
    statementTimeoutMs: 0,
    onConnectionError: () => undefined,
  })
  try {
    const { error, results = [] } = await migratorOf(database).migrateToLatest()
    if (error !== undefined) throw new Error('The database could not be migrated.', { cause: error })
    await createPartitions(database, { nowMs })
    return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
  } finally {
    await database.destroy()
  }
}

/** Whether the schema is exactly as new as this code needs, or newer. */
export async function isMigrated(database: Database): Promise<boolean> {
  const applied = await migratorOf(database).getMigrations()
  return applied.every((migration) => migration.executedAt !== undefined)
}

function migratorOf(database: Database): Migrator {
  return new Migrator({ db: database, provider: { getMigrations: async () => migrations } })
}
