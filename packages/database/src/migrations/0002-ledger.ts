import { type Kysely, sql } from 'kysely'

/**
 * The ledger. `requests` holds the bytes as they came and never changes; `deliveries` holds what became of each
 * event in them. Both are partitioned by day through their ids, which begin with their time, so that one id leads
 * to one partition.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table requests (
      request_id text collate "C" not null,
      source_id text collate "C" not null,
      received_at timestamptz not null,
      trace_id text not null,
      signature_headers jsonb not null,
      body bytea not null,
      sha256 bytea not null,
      constraint requests_pkey primary key (request_id)
    ) partition by range (request_id)`.execute(database)
  await sql`
    create table deliveries (
      delivery_id text collate "C" not null,
      request_id text collate "C" not null,
      index integer not null,
      batch_id text collate "C" not null,
      org_id text collate "C" not null,
      source_id text collate "C" not null,
      event_id text collate "C" not null,
      type text,
      received_at timestamptz not null,
      status text not null default 'queued',
      attempts integer not null default 0,
      due_at timestamptz not null,
      settled_at timestamptz,
      error text,
      issues jsonb,
      constraint deliveries_pkey primary key (delivery_id),
      constraint deliveries_status check (status in ('queued', 'applied', 'duplicate', 'conflict', 'ignored', 'dead'))
    ) partition by range (delivery_id)`.execute(database)
  await sql`create index deliveries_due on deliveries (due_at) where status = 'queued'`.execute(database)
  await sql`create index deliveries_dead on deliveries (org_id, delivery_id) where status = 'dead'`.execute(
    database,
  )
  await sql`create index deliveries_by_workspace on deliveries (org_id, delivery_id)`.execute(database)

  // Outlives the partitions: an event that was applied once stays known after its ledger rows are gone.
  await sql`
    create table identities (
      source_id text collate "C" not null,
      event_id text collate "C" not null,
      delivery_id text collate "C" not null,
      content_sha256 bytea not null,
      applied_at timestamptz not null,
      constraint identities_pkey primary key (source_id, event_id)
    )`.execute(database)
  await sql`create index identities_by_age on identities using brin (applied_at)`.execute(database)

  // What follows from applied events, written in their transaction.
  await sql`
    create table outbox (
      outbox_id bigint generated always as identity,
      created_at timestamptz not null default now(),
      org_id text collate "C" not null,
      record text not null,
      record_id text collate "C" not null,
      change text not null,
      detail jsonb,
      event_id text collate "C" not null,
      source_id text collate "C" not null,
      constraint outbox_pkey primary key (created_at, outbox_id)
    ) partition by range (created_at)`.execute(database)
}
