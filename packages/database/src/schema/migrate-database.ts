import { NotReadyError } from '@signalpost/domain'
import { SharedSessionError } from '@signalpost/postgres'
import { sql } from 'kysely'
import { checkWritable } from '../check-database.ts'
import { createDatabase, type Database } from '../database.ts'
import { migrations } from '../migrations/index.ts'
import { createPartitions } from './partitions.ts'
import { hiddenSchemaError, readSchemaState } from './read-schema-state.ts'
import type { Patience } from './retry-for-locks.ts'
import { runMigrations } from './run-migrations.ts'
import { SchemaAheadError } from './schema-ahead-error.ts'

type Options = {
  url: string
  /** Whether a pooler in transaction mode may be in front of the database. Migrations themselves go past it. */
  mayShareSessions?: boolean
  /** A way past the pooler, if it leads to the same database. */
  urlPastPooler?: string | undefined
  nowMs?: number
} & Partial<Patience>

const patienceDefaultMs = 10 * 60_000

/**
 * Migrates a database to this version's schema and creates its partitions. Safe when several processes do it at once,
 * and beside running ones. Leaves the schema alone if a newer version that this one may run beside has migrated it.
 * Returns the names of the migrations that ran.
 *
 * @throws SchemaAheadError, NotReadyError for a standby, a read-only server, or a pooler in transaction mode,
 * TransientError when it cannot get its locks
 */
export async function migrateDatabase({
  url,
  mayShareSessions = false,
  urlPastPooler,
  nowMs = Date.now(),
  onProgress = () => undefined,
  patienceMs = patienceDefaultMs,
}: Options): Promise<string[]> {
  const migrate = async (database: Database): Promise<string[]> => {
    const isPending = await checkMigratable(database)
    const applied = isPending
      ? await runMigrations(database, { migrations, patience: { patienceMs, onProgress } })
      : []
    await createPartitions(database, { nowMs })
    return applied
  }
  const migratePast = (refusal: SharedSessionError) => async (pooled: Database) => {
    if (urlPastPooler !== undefined) {
      const applied = await withDatabase({ url: urlPastPooler }, async (direct) =>
        (await isSameDatabase(pooled, direct)) ? migrate(direct) : undefined,
      )
      if (applied !== undefined) return applied
    }
    if (await checkMigratable(pooled)) throw needsWayPast(refusal)
    await createPartitions(pooled, { nowMs })
    return []
  }
  try {
    return await withDatabase({ url }, migrate)
  } catch (error) {
    if (!mayShareSessions || !(error instanceof SharedSessionError)) throw error
    return withDatabase({ url, mayShareSessions }, migratePast(error))
  }
}

/** Returns whether migrations are pending, which they are not on a newer schema. */
async function checkMigratable(database: Database): Promise<boolean> {
  await checkWritable(database)
  const { pending, unknown, mayRunBeside, hiddenIn } = await readSchemaState(database)
  if (hiddenIn !== undefined) throw hiddenSchemaError(hiddenIn)
  if (!mayRunBeside) throw new SchemaAheadError(unknown)
  return pending.length > 0 && unknown.length === 0
}

async function withDatabase<T>(
  way: { url: string; mayShareSessions?: boolean },
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const { database } = createDatabase({
    ...way,
    applicationName: 'signalpost migrate',
    maxConnections: 2,
    statementTimeoutMs: 0,
    onConnectionError: () => undefined,
  })
  try {
    return await work(database)
  } finally {
    await database.destroy()
  }
}

function needsWayPast(cause: SharedSessionError): NotReadyError {
  return new NotReadyError(
    'migrations are pending, and a pooler in transaction mode is in front of the database',
    'Point SIGNALPOST_QUEUE_DATABASE_URL at the same database, as the same user, past the pooler, or run migrate with such a DATABASE_URL.',
    { cause },
  )
}

/** Whether two ways lead to one database, as one user. */
async function isSameDatabase(one: Database, other: Database): Promise<boolean> {
  const identities = await Promise.all([one, other].map(readIdentity))
  return identities[0] !== undefined && identities[0] === identities[1]
}

/** A server is known by the microsecond of its start, which needs no privilege to read. */
async function readIdentity(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`
    select concat_ws(' ', pg_postmaster_start_time(), oid, current_user) as identity
    from pg_database where datname = current_database()`.execute(database)
  return rows[0]?.identity
}
