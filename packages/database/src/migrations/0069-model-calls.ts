import { type Kysely, sql } from 'kysely'

/** How often the listeners of a workspace asked the language model on a day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table model_calls (
      org_id text collate "C" not null,
      day date not null,
      calls integer not null,
      constraint model_calls_pkey primary key (org_id, day)
    )`.execute(database)
}
