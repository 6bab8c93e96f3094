import { type Kysely, sql } from 'kysely'

/** Messages that show what has changed since they were sent, each at most once however often it is asked for. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table message_edits (
      message_id text collate "C" not null,
      org_id text collate "C" not null,
      channel_id text collate "C" not null,
      requests integer not null default 1,
      attempts integer not null default 0,
      due_at timestamptz not null,
      leased_until timestamptz,
      constraint message_edits_pkey primary key (message_id),
      constraint message_edits_message foreign key (message_id) references messages on delete cascade
    )`.execute(database)
  await sql`create index message_edits_due on message_edits (due_at)`.execute(database)
}
