import { type Kysely, sql } from 'kysely'

/** When a sync last opened a warehouse and saw its tables; null where the next one has to. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouses add column opened_at timestamptz`.execute(database)
}
