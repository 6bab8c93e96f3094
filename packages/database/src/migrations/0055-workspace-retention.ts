import { type Kysely, sql } from 'kysely'

/** How many days a workspace keeps its settled deliveries; null for as long as the ledger does. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces add column retention_days integer,
      add constraint workspaces_retention_days check (retention_days between 1 and 36500)`.execute(database)
}
