import { type Kysely, sql } from 'kysely'

/** The canary of the installation, and how each of its stages went last. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table canary (
      org_id text collate "C" not null,
      source_id text collate "C" not null,
      key_id text collate "C" not null,
      ciphertext bytea not null,
      channel_id text collate "C",
      warehouse_id text collate "C",
      every_ms integer not null,
      enabled_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      lease_token uuid,
      leased_until timestamptz,
      constraint canary_pkey primary key (org_id),
      constraint canary_workspace foreign key (org_id) references workspaces,
      constraint canary_every check (every_ms between 10000 and 86400000)
    )`.execute(database)
  await sql`
    create table canary_stages (
      org_id text collate "C" not null,
      stage text not null,
      at timestamptz not null,
      seconds float8 not null,
      error text,
      failing_since timestamptz,
      constraint canary_stages_pkey primary key (org_id, stage),
      constraint canary_stages_canary foreign key (org_id) references canary on delete cascade,
      constraint canary_stages_failure check ((error is null) = (failing_since is null))
    )`.execute(database)
}
