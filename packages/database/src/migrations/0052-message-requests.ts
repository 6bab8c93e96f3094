import { type Kysely, sql } from 'kysely'

/** The last request of each message, and messages that test a channel. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages
      add column request text,
      drop constraint messages_kind,
      add constraint messages_kind check (kind in ('instant', 'digest', 'event', 'test')) not valid`.execute(
    database,
  )
}
