import { type Kysely, sql } from 'kysely'

/**
 * What follows from changes: `announcements` are changes that nobody has looked at yet, `dispatches` what was decided
 * for a rule, a channel and a signal, `digests` what is told together later, `messages` what goes through a channel to
 * one recipient, `attempts` each try of one.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  // Rows of their own, deleted when they are announced: whoever claims them misses none, whatever order commits have.
  await sql`
    create table announcements (
      announcement_id bigint generated always as identity,
      org_id text collate "C" not null,
      record text not null,
      record_id text collate "C" not null,
      change text not null,
      detail jsonb,
      document jsonb,
      document_before jsonb,
      alerted_elsewhere boolean not null default false,
      stored_at timestamptz,
      caused_at timestamptz not null,
      changed_at timestamptz not null,
      error text,
      constraint announcements_pkey primary key (announcement_id)
    )`.execute(database)

  // For ever: that a row exists is what makes an alert happen once.
  await sql`
    create table dispatches (
      org_id text collate "C" not null,
      rule_id text collate "C" not null,
      channel_id text collate "C" not null,
      signal_id text collate "C" not null,
      decision_number bigint generated always as identity,
      decided_at timestamptz not null,
      status text not null,
      reason text,
      sent_at timestamptz,
      post_key text collate "C",
      is_instant boolean not null,
      digest_id text collate "C",
      constraint dispatches_pkey primary key (org_id, rule_id, channel_id, signal_id),
      constraint dispatches_status check (
        status in ('pending', 'sent', 'failed', 'unknown', 'expired', 'suppressed', 'digested')
      )
    )`.execute(database)
  await sql`create index dispatches_by_decision on dispatches (org_id, decision_number)`.execute(database)
  await sql`create index dispatches_by_signal on dispatches (org_id, signal_id)`.execute(database)
  await sql`
    create index dispatches_by_post on dispatches (org_id, rule_id, channel_id, post_key, decided_at)
    where post_key is not null`.execute(database)
  await sql`
    create index dispatches_at_once on dispatches (org_id, rule_id, channel_id, decided_at)
    where is_instant`.execute(database)
  await sql`create index dispatches_by_digest on dispatches (digest_id) where digest_id is not null`.execute(
    database,
  )
  await sql`create index dispatches_pending on dispatches (channel_id) where status = 'pending'`.execute(
    database,
  )

  await sql`
    create table digests (
      digest_id text collate "C" not null,
      org_id text collate "C" not null,
      rule_id text collate "C" not null,
      channel_id text collate "C" not null,
      group_key text collate "C" not null,
      reason text,
      due_at timestamptz not null,
      is_open boolean not null default true,
      constraint digests_pkey primary key (digest_id)
    )`.execute(database)
  await sql`
    create unique index digests_open on digests (org_id, rule_id, channel_id, group_key) where is_open`.execute(
    database,
  )
  await sql`create index digests_due on digests (due_at) where is_open`.execute(database)
  await sql`
    create index digests_by_throttle on digests (org_id, rule_id, channel_id, due_at)
    where reason = 'throttle'`.execute(database)

  await sql`
    create table messages (
      message_id text collate "C" not null,
      org_id text collate "C" not null,
      channel_id text collate "C" not null,
      kind text not null,
      rule_id text collate "C",
      signal_id text collate "C",
      digest_id text collate "C",
      event jsonb,
      recipient text not null,
      is_replay boolean not null default false,
      status text not null default 'pending',
      reason text,
      attempts integer not null default 0,
      failures integer not null default 0,
      ambiguities integer not null default 0,
      is_retry boolean not null default false,
      created_at timestamptz not null,
      due_at timestamptz not null,
      expires_at timestamptz,
      leased_until timestamptz,
      settled_at timestamptz,
      reference jsonb,
      constraint messages_pkey primary key (message_id),
      constraint messages_kind check (kind in ('instant', 'digest', 'event')),
      constraint messages_status check (
        status in ('pending', 'sending', 'sent', 'failed', 'unknown', 'expired', 'suppressed')
      )
    )`.execute(database)
  await sql`
    create index messages_due on messages (channel_id, is_retry, due_at) where status = 'pending'`.execute(
    database,
  )
  await sql`create index messages_leased on messages (leased_until) where status = 'sending'`.execute(
    database,
  )
  await sql`
    create index messages_expiring on messages (expires_at)
    where status = 'pending' and expires_at is not null`.execute(database)
  await sql`
    create index messages_by_signal on messages (org_id, signal_id) where signal_id is not null`.execute(
    database,
  )
  await sql`create index messages_by_digest on messages (digest_id) where digest_id is not null`.execute(
    database,
  )
  await sql`create index messages_by_age on messages using brin (created_at)`.execute(database)

  // `at` is before the call, and `outcome` is null until it ended or was given up.
  await sql`
    create table attempts (
      message_id text collate "C" not null,
      number integer not null,
      at timestamptz not null,
      outcome text,
      http_status integer,
      code text,
      duration_ms integer,
      answer text,
      constraint attempts_pkey primary key (message_id, number, at)
    ) partition by range (at)`.execute(database)

  await sql`alter table channel_health add column next_slot_at timestamptz`.execute(database)

  // The worker holds rules and silences in memory, too.
  for (const table of ['rules', 'silences']) {
    await sql`
      create trigger ${sql.ref(`${table}_move_registry`)} after insert or update or delete on ${sql.table(table)}
      for each statement execute function move_source_registry()`.execute(database)
  }
}
