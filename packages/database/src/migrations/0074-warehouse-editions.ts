import { type Kysely, sql } from 'kysely'

/**
 * The edition of a warehouse grows with each edit that rewrites its tables. That of a table is the one
 * with which it was last begun.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouses add column edition integer not null default 0`.execute(database)
  await sql`alter table warehouse_cursors add column edition integer not null default 0`.execute(database)
}
