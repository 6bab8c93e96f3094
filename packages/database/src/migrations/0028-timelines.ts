import { type Kysely, sql } from 'kysely'

/**
 * What a timeline needs beside what is stored: which record a delivery is about, which secret verified a request, and
 * when a message was edited. Unknown for what is older.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table deliveries add column record_id text collate "C"`.execute(database)
  await sql`alter table requests add column secret_id bigint`.execute(database)
  await sql`
    create table finished_edits (
      message_id text collate "C" not null,
      at timestamptz not null,
      outcome text,
      code text,
      constraint finished_edits_pkey primary key (message_id, at),
      constraint finished_edits_message foreign key (message_id) references messages on delete cascade
    )`.execute(database)
}
