import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Returns the number of the newest migration that ran; 0 for none. */
export async function readSchemaVersion(database: Database): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select coalesce(max(left(name, 4)::integer), 0) as version from kysely_migration`.execute(database)
  return rows[0]?.version ?? 0
}
