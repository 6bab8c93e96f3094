import { type Kysely, sql } from 'kysely'

/**
 * Marks that cursors in warehouses carry: a database that was restored to an earlier state lacks those that were made
 * since. They refer to no warehouse, so that one which is forgotten and created again goes on where it was.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table warehouse_marks (
      mark uuid not null default gen_random_uuid(),
      warehouse_id text collate "C" not null,
      table_name text collate "C" not null,
      marked_at timestamptz not null default clock_timestamp(),
      constraint warehouse_marks_pkey primary key (mark)
    )`.execute(database)
  await sql`
    create index warehouse_marks_by_table on warehouse_marks (warehouse_id, table_name, marked_at)`.execute(
    database,
  )
  await sql`alter table warehouse_cursors add column history text`.execute(database)
  await sql`
    alter table warehouses
      add column compared_in text,
      add column rewrite_reason text,
      add column rewrite_began_at timestamptz,
      add column rewrite_ended_at timestamptz`.execute(database)
}
