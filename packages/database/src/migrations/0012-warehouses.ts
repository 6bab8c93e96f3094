import { type Kysely, sql } from 'kysely'

/** Where a workspace's tables are kept in sync, and how that goes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table warehouses (
      warehouse_id text collate "C" not null,
      org_id text collate "C" not null,
      kind text not null,
      name text not null,
      settings jsonb not null,
      location text not null,
      ciphertext bytea not null,
      interval_ms integer not null,
      excludes_personal boolean not null,
      is_paused boolean not null default false,
      created_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      lease_token uuid,
      leased_at timestamptz,
      leased_until timestamptz,
      last_sync_at timestamptz,
      failing_since timestamptz,
      failures integer not null default 0,
      last_error text,
      verified_at timestamptz,
      differing_rows bigint,
      constraint warehouses_pkey primary key (warehouse_id),
      constraint warehouses_workspace foreign key (org_id) references workspaces,
      constraint warehouses_location unique (org_id, kind, location),
      constraint warehouses_interval check (interval_ms between 1000 and 3600000)
    )`.execute(database)
  // A copy: the truth of a cursor is in the warehouse.
  await sql`
    create table warehouse_cursors (
      warehouse_id text collate "C" not null,
      table_name text collate "C" not null,
      position bigint not null,
      version integer not null,
      constraint warehouse_cursors_pkey primary key (warehouse_id, table_name),
      constraint warehouse_cursors_warehouse foreign key (warehouse_id) references warehouses on delete cascade
    )`.execute(database)
  await sql`
    create table warehouse_rejects (
      warehouse_id text collate "C" not null,
      table_name text collate "C" not null,
      record_id text collate "C" not null,
      position bigint not null,
      reason text not null,
      rejected_at timestamptz not null default now(),
      constraint warehouse_rejects_pkey primary key (warehouse_id, table_name, record_id),
      constraint warehouse_rejects_warehouse foreign key (warehouse_id) references warehouses on delete cascade
    )`.execute(database)
}
