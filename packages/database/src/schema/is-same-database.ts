import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Whether two ways lead to one database, as one user. */
export async function isSameDatabase(one: Database, other: Database): Promise<boolean> {
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
