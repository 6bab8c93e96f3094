import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Returns how long ago a migration ran, in milliseconds; undefined if it has not. */
export async function findMigrationAgeMs(database: Database, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ ageMs: number }>`
    select extract(epoch from now() - timestamp::timestamptz)::float8 * 1000 as "ageMs"
    from kysely_migration where name = ${name}`.execute(database)
  return rows[0]?.ageMs
}
