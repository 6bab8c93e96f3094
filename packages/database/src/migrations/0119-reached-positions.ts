import { type Kysely, sql } from 'kysely'

/** How far the rows of a table in a warehouse once were, so that a comparison still knows it where the cursor is gone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouse_cursors add column reached bigint not null default 0`.execute(database)
}
