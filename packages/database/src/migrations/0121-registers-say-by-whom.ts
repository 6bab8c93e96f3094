import { type Kysely, sql } from 'kysely'

/** Who made each change of a register, for timelines. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table signal_events add column made_by text collate "C"`.execute(database)
}
