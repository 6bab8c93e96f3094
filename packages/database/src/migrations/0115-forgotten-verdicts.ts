import { type Kysely, sql } from 'kysely'

/** A reset that kept the verdicts was undone by the next look at the listener. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table listener_weights add column forgotten_at timestamptz`.execute(database)
}
