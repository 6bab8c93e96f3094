import { type Kysely, sql } from 'kysely'

/** A warehouse may have some of the tables alone. An older version keeps all of them in sync. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouses add column tables text[]`.execute(database)
}
