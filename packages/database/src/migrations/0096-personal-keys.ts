import { type Kysely, sql } from 'kysely'

/** A warehouse may hold hashes of personal data, under a key of the customer's own. An older version leaves it null. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouses add column personal_key bytea`.execute(database)
}
