import { type Kysely, sql } from 'kysely'

/** When a row that a warehouse refused is tried again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table warehouse_rejects
      add column attempts integer not null default 1,
      add column retry_at timestamptz not null default now()`.execute(database)
  await sql`create index warehouse_rejects_due on warehouse_rejects (warehouse_id, retry_at)`.execute(
    database,
  )
}
