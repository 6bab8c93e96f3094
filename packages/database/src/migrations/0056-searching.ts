import { type Kysely, sql } from 'kysely'

/**
 * Listeners that search: when each is due, how far each of its searches is, what it found, and what may still be asked
 * of a platform. A budget is a connection's, or, without one, the platform's for the whole installation.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table connections (
      connection_id text collate "C" not null,
      org_id text collate "C" not null,
      platform text not null,
      base_url text,
      ciphertext bytea not null,
      budget jsonb,
      created_at timestamptz not null default now(),
      constraint connections_pkey primary key (connection_id),
      constraint connections_platform unique (org_id, platform),
      constraint connections_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`
    create table listener_schedules (
      org_id text collate "C" not null,
      listener_id text collate "C" not null,
      source_id text collate "C" not null,
      settings jsonb not null,
      seed text not null,
      created_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      is_paused boolean not null default false,
      lease_token uuid,
      leased_until timestamptz,
      last_run_at timestamptz,
      failures integer not null default 0,
      failing_since timestamptz,
      is_refused boolean not null default false,
      last_error text,
      history jsonb,
      constraint listener_schedules_pkey primary key (org_id, listener_id),
      constraint listener_schedules_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index listener_schedules_due on listener_schedules (due_at) where not is_paused`.execute(
    database,
  )
  await sql`
    create table searches (
      org_id text collate "C" not null,
      listener_id text collate "C" not null,
      search_id text collate "C" not null,
      platform text not null,
      query text not null,
      created_at timestamptz not null default now(),
      cursor jsonb,
      searched_at timestamptz,
      failures integer not null default 0,
      blocked_until timestamptz,
      last_error text,
      constraint searches_pkey primary key (org_id, listener_id, search_id),
      constraint searches_schedule foreign key (org_id, listener_id) references listener_schedules on delete cascade
    )`.execute(database)
  await sql`
    create table finds (
      org_id text collate "C" not null,
      listener_id text collate "C" not null,
      dedupe_key text collate "C" not null,
      platform text not null,
      source_id text collate "C" not null,
      signal_id text collate "C" not null,
      title_key text,
      simhash text,
      first_seen_at timestamptz not null,
      state text not null,
      reason text,
      score smallint,
      components jsonb,
      features jsonb,
      event_id text collate "C",
      event text,
      claim_token uuid,
      claimed_until timestamptz,
      settled_at timestamptz,
      constraint finds_pkey primary key (org_id, listener_id, dedupe_key),
      constraint finds_state check (state in ('dropped', 'merged', 'held_out', 'waiting', 'delivered', 'refused', 'erased')),
      constraint finds_waiting check (state <> 'waiting' or (event is not null and event_id is not null))
    )`.execute(database)
  await sql`create index finds_waiting on finds (first_seen_at) where state = 'waiting'`.execute(database)
  await sql`create index finds_of_signal on finds (org_id, signal_id)`.execute(database)
  await sql`create index finds_by_title on finds (org_id, listener_id, title_key) where title_key is not null`.execute(
    database,
  )
  await sql`create index finds_by_age on finds (first_seen_at)`.execute(database)
  await sql`
    create table listener_weights (
      org_id text collate "C" not null,
      listener_id text collate "C" not null,
      weights jsonb,
      verdicts integer not null default 0,
      refitted_at timestamptz,
      is_frozen boolean not null default false,
      constraint listener_weights_pkey primary key (org_id, listener_id),
      constraint listener_weights_schedule foreign key (org_id, listener_id) references listener_schedules on delete cascade
    )`.execute(database)
  await sql`
    create table platform_budgets (
      budget_id text collate "C" not null,
      blocked_until timestamptz,
      block_reason text,
      next_at timestamptz,
      asking_token uuid,
      asking_until timestamptz,
      constraint platform_budgets_pkey primary key (budget_id)
    )`.execute(database)
  await sql`
    create table platform_spending (
      budget_id text collate "C" not null,
      unit text not null,
      window_ms bigint not null,
      window_start timestamptz not null,
      used integer not null,
      constraint platform_spending_pkey primary key (budget_id, unit, window_ms),
      constraint platform_spending_budget foreign key (budget_id) references platform_budgets on delete cascade
    )`.execute(database)
  await sql`
    create table fetched_pages (
      budget_id text collate "C" not null,
      request_sha256 bytea not null,
      etag text,
      last_modified text,
      body text not null,
      fetched_at timestamptz not null default now(),
      constraint fetched_pages_pkey primary key (budget_id, request_sha256),
      constraint fetched_pages_budget foreign key (budget_id) references platform_budgets on delete cascade
    )`.execute(database)
  await sql`create index fetched_pages_by_age on fetched_pages (fetched_at)`.execute(database)
}
