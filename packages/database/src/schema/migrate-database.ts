import { checkWritable } from '../check-database.ts'
import { createDatabase } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { createPartitions } from './partitions.ts'
import { readSchemaState } from './read-schema-state.ts'
import type { Patience } from './retry-for-locks.ts'
import { runMigrations } from './run-migrations.ts'
import { SchemaAheadError } from './schema-ahead-error.ts'

type Options = { url: string; nowMs?: number } & Partial<Patience>

const patienceDefaultMs = 10 * 60_000

/**
 * Migrates a database to this version's schema and creates its partitions. Safe when several processes do it at once,
 * and beside running ones. Leaves the schema alone if a newer version that this one may run beside has migrated it.
 * Returns the names of the migrations that ran.
 *
 * @throws SchemaAheadError, NotReadyError for a standby or a read-only server, TransientError when it cannot get its
 * locks
 */
export async function migrateDatabase({
  url,
  nowMs = Date.now(),
  onProgress = () => undefined,
  patienceMs = patienceDefaultMs,
}: Options): Promise<string[]> {
  const { database } = createDatabase({
    url,
    applicationName: 'signalpost migrate',
    maxConnections: 2,
    statementTimeoutMs: 0,
    onConnectionError: () => undefined,
  })
  try {
    await checkWritable(database)
    const { unknown, mayRunBeside } = await readSchemaState(database)
    if (!mayRunBeside) throw new SchemaAheadError(unknown)
    const isAhead = unknown.length > 0
    const applied = isAhead
      ? []
      : await runMigrations(database, { migrations, patience: { patienceMs, onProgress } })
    await createPartitions(database, { nowMs })
    return applied
  } finally {
    await database.destroy()
  }
}
