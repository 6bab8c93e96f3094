import { type Kysely, sql } from 'kysely'

/** Messages that follow an alert to say who took its signal. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column follows text collate "C",
      drop constraint messages_kind,
      add constraint messages_kind check (
        kind in ('instant', 'digest', 'event', 'test', 'notice', 'follow_up')
      ) not valid`.execute(database)
}
