import { type Kysely, sql } from 'kysely'

/** What the API writes: lists with their signals, notes, the external ids of deals, and the answers it repeats. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table collections (
      org_id text collate "C" not null,
      collection_id text collate "C" not null,
      name text not null,
      name_key text collate "C" not null,
      description text,
      created_at timestamptz not null,
      constraint collections_pkey primary key (org_id, collection_id),
      constraint collections_name unique (org_id, name_key)
    )`.execute(database)
  await sql`
    create table collection_signals (
      org_id text collate "C" not null,
      collection_id text collate "C" not null,
      signal_id text collate "C" not null,
      saved_at timestamptz not null,
      constraint collection_signals_pkey primary key (org_id, collection_id, signal_id),
      constraint collection_signals_collection foreign key (org_id, collection_id) references collections
    )`.execute(database)
  await sql`
    create table notes (
      org_id text collate "C" not null,
      note_id text collate "C" not null,
      target_type text not null,
      target_id text collate "C" not null,
      body text not null,
      created_at timestamptz not null,
      created_by text collate "C" not null,
      constraint notes_pkey primary key (org_id, note_id)
    )`.execute(database)

  // For ever: a deal that is deleted keeps its external id.
  await sql`
    create table deal_external_ids (
      org_id text collate "C" not null,
      external_id text collate "C" not null,
      deal_id text collate "C" not null,
      constraint deal_external_ids_pkey primary key (org_id, external_id)
    )`.execute(database)

  // An answer, or the lease of who works on it.
  await sql`
    create table idempotency_keys (
      key_id text collate "C" not null,
      method text not null,
      path text collate "C" not null,
      idempotency_key text collate "C" not null,
      body_sha256 bytea not null,
      token uuid not null,
      leased_until timestamptz,
      answer text,
      answered_at timestamptz,
      constraint idempotency_keys_pkey primary key (key_id, method, path, idempotency_key),
      constraint idempotency_keys_state check (
        case when answer is null then answered_at is null and leased_until is not null
        else answered_at is not null and leased_until is null end
      )
    )`.execute(database)
  await sql`
    create index idempotency_keys_by_age on idempotency_keys (coalesce(answered_at, leased_until))`.execute(
    database,
  )
}
