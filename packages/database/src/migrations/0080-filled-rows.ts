import { type Kysely, sql } from 'kysely'

/** How many rows of a table a warehouse has while it is filled in the order of keys, when no position tells it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouse_cursors add column rows_filled bigint not null default 0`.execute(database)
}
