import { type Kysely, sql } from 'kysely'

/** How old the data of a warehouse got in each hour of the last week. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table warehouse_hours (
      warehouse_id text collate "C" not null,
      hour timestamptz not null,
      most_lag_seconds integer not null,
      constraint warehouse_hours_pkey primary key (warehouse_id, hour),
      constraint warehouse_hours_warehouse foreign key (warehouse_id) references warehouses on delete cascade
    )`.execute(database)
}
