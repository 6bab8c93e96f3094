import { type Kysely, sql } from 'kysely'

/** Until when a person paused a channel. Neither an outcome nor enabling the channel ends this pause. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table channels add column hand_paused_until timestamptz`.execute(database)
}
