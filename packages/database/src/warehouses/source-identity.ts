import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The PostgreSQL database that the product uses. */
export type SourceIdentity = {
  /** The cluster's system identifier, and the object ids of the database and of its table of changes. */
  store: string
  /** Each promotion of a standby begins a new one. */
  timeline: string
  /** Changes with every start of the server. */
  startedAt: string
}

const unknown = 'unknown'
// No right to a function, no such function, or one that the server does not support, as with some hosts.
const unavailable = new Set(['42501', '42883', '0A000'])

/**
 * Reads the identity. A copy of the files and a standby have the store of their origin; the result of `pg_restore`
 * always has another. A part that the server does not show is `unknown`.
 */
export async function readSourceIdentity(database: Database): Promise<SourceIdentity> {
  const [cluster, timeline, { rows }] = [
    await readWhereShown(database, sql`select system_identifier::text as value from pg_control_system()`),
    await readWhereShown(database, sql`select left(pg_walfile_name(pg_current_wal_lsn()), 8) as value`),
    await sql<{ databaseId: string; tableId: string; startedAt: string }>`
      select oid::text as "databaseId", 'changes'::regclass::oid::text as "tableId",
        pg_postmaster_start_time()::text as "startedAt"
      from pg_database where datname = current_database()`.execute(database),
  ]
  const [found] = rows
  if (found === undefined) throw new Error('The database does not list itself.')
  return {
    store: [cluster ?? unknown, found.databaseId, found.tableId].join('.'),
    timeline: timeline === undefined ? unknown : String(Number.parseInt(timeline, 16)),
    startedAt: found.startedAt,
  }
}

async function readWhereShown(
  database: Database,
  query: ReturnType<typeof sql>,
): Promise<string | undefined> {
  try {
    const { rows } = await query.execute(database)
    const [row] = rows
    return row instanceof Object && 'value' in row ? String(row.value) : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && unavailable.has(String(error.code))) return undefined
    throw error
  }
}
