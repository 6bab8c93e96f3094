import { type Kysely, sql } from 'kysely'

/** Since when a message could have been sent; null: since it was created. Tries that fail do not move it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column waits_since timestamptz`.execute(database)
}
