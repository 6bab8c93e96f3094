import { type Kysely, sql } from 'kysely'

/**
 * Lets work in one piece continue after a crash, and a failed job say which code it failed with. `json` keeps the order
 * in which a result's members were written.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table jobs
      add column checkpoint json,
      add column error_code text,
      alter column result type json`.execute(database)
}
