import { type Kysely, sql } from 'kysely'

/** Tenants, their keys, and the senders whose deliveries they accept. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table workspaces (
      org_id text collate "C" not null,
      name text not null,
      plan text not null,
      account_intelligence boolean not null,
      analysis_allowance integer not null,
      created_at timestamptz not null default now(),
      constraint workspaces_pkey primary key (org_id)
    )`.execute(database)
  await sql`
    create table api_keys (
      key_id text collate "C" not null,
      org_id text collate "C" not null,
      name text,
      member_id text not null,
      secret_sha256 bytea not null,
      scopes text[] not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz,
      revoked_at timestamptz,
      last_used_at timestamptz,
      constraint api_keys_pkey primary key (key_id),
      constraint api_keys_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index api_keys_by_workspace on api_keys (org_id)`.execute(database)
  await sql`
    create table sources (
      source_id text collate "C" not null,
      org_id text collate "C" not null,
      name text not null,
      scheme text not null,
      settings jsonb not null,
      tolerance_seconds integer not null,
      rate_per_minute integer,
      enabled boolean not null default true,
      created_at timestamptz not null default now(),
      constraint sources_pkey primary key (source_id),
      constraint sources_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`
    create table source_secrets (
      secret_id bigint generated always as identity,
      source_id text collate "C" not null,
      ciphertext bytea not null,
      created_at timestamptz not null default now(),
      valid_until timestamptz,
      constraint source_secrets_pkey primary key (secret_id),
      constraint source_secrets_source foreign key (source_id) references sources
    )`.execute(database)
  await sql`create index source_secrets_by_source on source_secrets (source_id)`.execute(database)

  // One row that every change of a source moves on: the intakes poll it, and read the sources only when it moved.
  await sql`
    create table source_registry (
      only_row boolean not null default true,
      version bigint not null default 0,
      constraint source_registry_pkey primary key (only_row),
      constraint source_registry_has_one_row check (only_row)
    )`.execute(database)
  await sql`insert into source_registry default values`.execute(database)
  await sql`
    create function move_source_registry() returns trigger language plpgsql as $$
    begin
      update source_registry set version = version + 1;
      return null;
    end $$`.execute(database)
  for (const table of ['sources', 'source_secrets']) {
    await sql`
      create trigger ${sql.ref(`${table}_move_registry`)} after insert or update or delete on ${sql.table(table)}
      for each statement execute function move_source_registry()`.execute(database)
  }

  // What the intake notes about a source while it works; apart, so that it does not move the registry.
  await sql`
    create table source_activity (
      source_id text collate "C" not null,
      last_delivery_at timestamptz not null,
      constraint source_activity_pkey primary key (source_id),
      constraint source_activity_source foreign key (source_id) references sources
    )`.execute(database)
  await sql`
    create table source_secret_activity (
      secret_id bigint not null,
      last_used_at timestamptz not null,
      constraint source_secret_activity_pkey primary key (secret_id),
      constraint source_secret_activity_secret foreign key (secret_id) references source_secrets
    )`.execute(database)
  await sql`
    create table source_rejections (
      rejection_id bigint generated always as identity,
      source_id text collate "C" not null,
      at timestamptz not null,
      reason text not null,
      bytes integer not null,
      address text not null,
      constraint source_rejections_pkey primary key (rejection_id),
      constraint source_rejections_source foreign key (source_id) references sources
    )`.execute(database)
  await sql`create index source_rejections_by_source on source_rejections (source_id, rejection_id)`.execute(
    database,
  )

  // Counters that all processes share; worth nothing after a crash.
  await sql`
    create unlogged table rate_windows (
      bucket text collate "C" not null,
      window_start timestamptz not null,
      granted integer not null,
      constraint rate_windows_pkey primary key (bucket, window_start)
    )`.execute(database)
}
