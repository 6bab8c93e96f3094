import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Rejects while the database does not answer. */
export async function checkDatabase(database: Database): Promise<void> {
  await sql`select 1`.execute(database)
}
