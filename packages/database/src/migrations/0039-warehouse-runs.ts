import { type Kysely, sql } from 'kysely'

/** What was last done with each warehouse, and how far each of its tables was behind when a worker last measured it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table warehouse_runs (
      warehouse_id text collate "C" not null,
      run_id text collate "C" not null,
      purpose text not null,
      outcome text not null,
      started_at timestamptz not null,
      ended_at timestamptz not null default now(),
      times integer not null default 1,
      rows bigint not null,
      rejected bigint not null,
      error text,
      comparison jsonb,
      constraint warehouse_runs_pkey primary key (warehouse_id, run_id),
      constraint warehouse_runs_warehouse foreign key (warehouse_id) references warehouses on delete cascade,
      constraint warehouse_runs_purpose check (purpose in ('sync', 'backfill', 'comparison', 'repair')),
      constraint warehouse_runs_outcome check (outcome in ('done', 'interrupted', 'failed'))
    )`.execute(database)
  await sql`
    create table warehouse_lags (
      warehouse_id text collate "C" not null,
      table_name text collate "C" not null,
      rows_behind bigint not null,
      rows_total bigint,
      rows_per_second double precision not null default 0,
      measured_at timestamptz not null default now(),
      constraint warehouse_lags_pkey primary key (warehouse_id, table_name),
      constraint warehouse_lags_warehouse foreign key (warehouse_id) references warehouses on delete cascade
    )`.execute(database)
}
