import { type Kysely, sql } from 'kysely'

/**
 * The records that events make. `state` is what merges; the columns beside it are read from it for filters and
 * sorting. A deleted record stays as a tombstone: its state keeps the key of the deletion, its columns are null.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table listeners (
      org_id text collate "C" not null,
      listener_id text collate "C" not null,
      state jsonb not null,
      created_at timestamptz,
      constraint listeners_pkey primary key (org_id, listener_id)
    )`.execute(database)
  await sql`
    create table signals (
      org_id text collate "C" not null,
      signal_id text collate "C" not null,
      state jsonb not null,
      listener_id text collate "C",
      source text,
      classification text,
      signal_category text,
      urgency text,
      account_key text collate "C",
      score_version smallint,
      relevance_score smallint,
      posted_at timestamptz,
      stored_at timestamptz,
      constraint signals_pkey primary key (org_id, signal_id)
    )`.execute(database)
  await sql`
    create index signals_by_score on signals (org_id, relevance_score desc, posted_at desc, signal_id desc)
    where relevance_score is not null`.execute(database)
  await sql`
    create table signal_registers (
      org_id text collate "C" not null,
      signal_id text collate "C" not null,
      state jsonb not null,
      assigned_user_id text collate "C",
      verdict text,
      read_at timestamptz,
      alerted_at timestamptz,
      constraint signal_registers_pkey primary key (org_id, signal_id)
    )`.execute(database)
  await sql`
    create table deals (
      org_id text collate "C" not null,
      deal_id text collate "C" not null,
      state jsonb not null,
      stage text,
      created_at timestamptz,
      constraint deals_pkey primary key (org_id, deal_id)
    )`.execute(database)
}
