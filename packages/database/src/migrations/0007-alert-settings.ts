import { type Kysely, sql } from 'kysely'
import { createId } from '../ids.ts'

/** Where signals are announced and which: what operators set, and what is known of the channels' health. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table channels (
      channel_id text collate "C" not null,
      org_id text collate "C" not null,
      kind text not null,
      name text not null,
      settings jsonb not null,
      state text not null default 'active',
      reason text,
      created_at timestamptz not null default now(),
      constraint channels_pkey primary key (channel_id),
      constraint channels_workspace foreign key (org_id) references workspaces,
      constraint channels_state check (state in ('active', 'degraded', 'disabled'))
    )`.execute(database)
  await sql`create index channels_by_workspace on channels (org_id, channel_id)`.execute(database)
  await sql`
    create table channel_secrets (
      secret_id bigint generated always as identity,
      channel_id text collate "C" not null,
      ciphertext bytea not null,
      created_at timestamptz not null default now(),
      valid_until timestamptz,
      constraint channel_secrets_pkey primary key (secret_id),
      constraint channel_secrets_channel foreign key (channel_id) references channels
    )`.execute(database)
  await sql`create index channel_secrets_by_channel on channel_secrets (channel_id)`.execute(database)
  await sql`
    create table channel_users (
      channel_id text collate "C" not null,
      external_user_id text collate "C" not null,
      user_id text collate "C" not null,
      constraint channel_users_pkey primary key (channel_id, external_user_id),
      constraint channel_users_channel foreign key (channel_id) references channels
    )`.execute(database)

  // What the workers note of a channel while they send; apart, so that it does not move the registry.
  await sql`
    create table channel_health (
      channel_id text collate "C" not null,
      failing_since timestamptz,
      consecutive_failures integer not null default 0,
      paused_until timestamptz,
      window_started_at timestamptz,
      window_attempts integer not null default 0,
      window_failures integer not null default 0,
      breaker_openings integer not null default 0,
      constraint channel_health_pkey primary key (channel_id),
      constraint channel_health_channel foreign key (channel_id) references channels
    )`.execute(database)

  // An address is kept in lower case: people and bounces do not agree on its capitals.
  await sql`
    create table suppressed_addresses (
      channel_id text collate "C" not null,
      address text collate "C" not null,
      reason text not null,
      created_at timestamptz not null default now(),
      until timestamptz,
      constraint suppressed_addresses_pkey primary key (channel_id, address),
      constraint suppressed_addresses_channel foreign key (channel_id) references channels,
      constraint suppressed_addresses_lower_case check (address = lower(address))
    )`.execute(database)

  // A deleted rule stays as a tombstone: what was announced by it still names it.
  await sql`
    create table rules (
      rule_id text collate "C" not null,
      org_id text collate "C" not null,
      name text not null,
      position integer not null,
      enabled boolean not null default true,
      definition jsonb not null,
      created_at timestamptz not null default now(),
      deleted_at timestamptz,
      constraint rules_pkey primary key (rule_id),
      constraint rules_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index rules_in_order on rules (org_id, position, rule_id) where deleted_at is null`.execute(
    database,
  )
  await sql`
    create table silences (
      silence_id text collate "C" not null,
      org_id text collate "C" not null,
      conditions jsonb not null,
      reason text,
      until timestamptz not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint silences_pkey primary key (silence_id),
      constraint silences_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index silences_standing on silences (org_id, until) where ended_at is null`.execute(
    database,
  )

  // The intake holds channels as it holds sources: senders of interactions are proved by their secrets.
  await sql`
    create trigger channels_move_registry after insert or delete or update of settings, state on channels
    for each statement execute function move_source_registry()`.execute(database)
  for (const table of ['channel_secrets', 'channel_users']) {
    await sql`
      create trigger ${sql.ref(`${table}_move_registry`)} after insert or update or delete on ${sql.table(table)}
      for each statement execute function move_source_registry()`.execute(database)
  }

  // The event that the intake read from a body which is not our envelope.
  await sql`alter table deliveries add column event jsonb`.execute(database)

  const { rows } = await sql<{ orgId: string }>`select org_id as "orgId" from workspaces`.execute(database)
  for (const { orgId } of rows) {
    await sql`
      insert into rules (rule_id, org_id, name, position, definition)
      values (${createId('rul_')}, ${orgId}, 'Urgent signals', 1, ${firstRule})`.execute(database)
  }
}

// What a new workspace began with when this migration was made.
const firstRule = JSON.stringify({
  conditions: { minUrgency: 'high' },
  channels: 'all',
  mode: 'instant',
  cron: '0 9 * * *',
  timeZone: 'UTC',
  groupBy: 'none',
  throttle: null,
  quiet: null,
  continue: false,
  backfill: false,
})
