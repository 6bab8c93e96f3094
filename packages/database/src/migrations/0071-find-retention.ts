import { type Kysely, sql } from 'kysely'

/** When a find has to be read again on its platform, and until when what is stored of it may be kept without that. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table finds add column reread_at timestamptz, add column kept_until timestamptz`.execute(
    database,
  )
}
