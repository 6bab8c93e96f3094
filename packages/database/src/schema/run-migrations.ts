import { setTimeout as delay } from 'node:timers/promises'
import { TransientError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Migration } from '../migrations/migration.ts'
import { readSchemaState } from './read-schema-state.ts'
import { lockTimeoutMs, type Patience, retryForLocks } from './retry-for-locks.ts'
import { explainDuplicate } from './strange-objects-error.ts'

/** The key with which Kysely's own migrator serializes its runs, so a version that still uses it waits for us. */
const migrationLock = '3853314791062309107'
const pollMs = 250
const progressMs = 5_000

/**
 * Runs the pending migrations in order, each in its own transaction. Several processes may call it at once: each
 * migration runs once. Returns the names of those that this call ran.
 *
 * @throws TransientError when it waits for locks for longer than `patience` allows, StrangeObjectsError where something else
 * has what a migration is to create
 */
export async function runMigrations(
  database: Database,
  { migrations, patience }: { migrations: Record<string, Migration>; patience: Patience },
): Promise<string[]> {
  return database.connection().execute((session) =>
    withMigrationLock(session, patience, async () => {
      await sql`
        create table if not exists kysely_migration (
          name varchar(255) primary key,
          timestamp varchar(255) not null
        )`.execute(session)
      const names = Object.keys(migrations)
      const { pending } = await readSchemaState(session, names)
      // Without tables there is no traffic and nothing that takes long, so one line says it all.
      const isFirst = pending.length > 0 && pending.length === names.length
      if (isFirst) patience.onProgress(`creating the tables: ${names.length} migrations`)
      for (const [at, name] of pending.entries()) {
        const migration = migrations[name]
        const isFlushed = !isFirst || at === pending.length - 1
        if (migration !== undefined)
          await runMigration(session, { name, migration, patience, isFirst, isFlushed })
      }
      return pending
    }),
  )
}

type Step = {
  name: string
  migration: Migration
  patience: Patience
  isFirst: boolean
  /** Whether its end waits for the disk. A crash loses only the last ones of those that do not, and the next call runs them. */
  isFlushed: boolean
}

async function runMigration(
  session: Database,
  { name, migration, patience, isFirst, isFlushed }: Step,
): Promise<void> {
  const apply = async (database: Database): Promise<void> => {
    await migration.up(database)
    await recordMigration(database, name)
  }
  const applyInTransaction = () =>
    session.transaction().execute(async (transaction) => {
      await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(transaction)
      if (!isFlushed) await sql`set local synchronous_commit = off`.execute(transaction)
      await apply(transaction)
    })
  if (migration.isConcurrent && !isFirst)
    patience.onProgress(`migration ${name} runs beside the traffic; it may take a while`)
  await retryForLocks(session, {
    what: `migration ${name}`,
    patience,
    work: migration.isConcurrent ? () => apply(session) : applyInTransaction,
  }).catch((error: unknown) => {
    throw explainDuplicate(error, name)
  })
}

async function recordMigration(database: Database, name: string): Promise<void> {
  const timestamp = new Date().toISOString()
  await sql`insert into kysely_migration (name, timestamp) values (${name}, ${timestamp})`.execute(database)
}

// Polled, because a statement that waits for the lock has a snapshot, for which `create index concurrently` waits.
async function withMigrationLock<T>(
  session: Database,
  { patienceMs, onProgress }: Patience,
  work: () => Promise<T>,
): Promise<T> {
  const startedAtMs = performance.now()
  let toldAtMs = startedAtMs
  while (!(await tryLock(session))) {
    const nowMs = performance.now()
    if (nowMs - startedAtMs > patienceMs) {
      throw new TransientError(
        `Another process has been migrating this database for ${Math.round(patienceMs / 1000)} s.`,
      )
    }
    if (nowMs - toldAtMs >= progressMs) {
      onProgress('another process is migrating this database; waiting for it')
      toldAtMs = nowMs
    }
    await delay(pollMs)
  }
  try {
    // The server then ends the work of a killed process, and frees its locks.
    await sql`select set_config('client_connection_check_interval', '1s', false)`.execute(session)
    return await work()
  } finally {
    // A lost connection has freed the lock itself, and its own error is the one to report.
    await sql`select pg_advisory_unlock(${migrationLock}::bigint)`.execute(session).catch(() => undefined)
  }
}

async function tryLock(session: Database): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_lock(${migrationLock}::bigint) as "isLocked"`.execute(session)
  return rows[0]?.isLocked === true
}
