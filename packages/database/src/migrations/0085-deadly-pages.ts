import { type Kysely, sql } from 'kysely'

/** The page of posts that a run judges, how many processes died of it in a row, and which posts were skipped. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listener_schedules
    add column page text,
    add column page_since timestamptz,
    add column deadly_page text,
    add column deaths smallint not null default 0`.execute(database)
  await sql`
    alter table searches
    add column skipped_posts integer not null default 0,
    add column last_skipped text`.execute(database)
  // People plan listeners too: a caller is a key or a person.
  await sql`alter table analysis_calls drop constraint analysis_calls_key`.execute(database)
}
