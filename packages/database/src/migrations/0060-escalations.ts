import { type Kysely, sql } from 'kysely'

/**
 * Escalations, and how far each is with each signal. A step is a dispatch whose `rule_id` is made from the escalation,
 * the round and the step, which its columns name too.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table escalations (
      escalation_id text collate "C" not null,
      org_id text collate "C" not null,
      name text not null,
      definition jsonb not null,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      constraint escalations_pkey primary key (escalation_id),
      constraint escalations_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index escalations_by_workspace on escalations (org_id, escalation_id)`.execute(database)
  await sql`
    create trigger escalations_move_registry after insert or update or delete on escalations
    for each statement execute function move_source_registry()`.execute(database)
  await sql`
    create table escalation_runs (
      org_id text collate "C" not null,
      escalation_id text collate "C" not null,
      signal_id text collate "C" not null,
      stored_at timestamptz not null,
      round smallint not null,
      step smallint not null,
      due_at timestamptz,
      outcome text,
      ended_at timestamptz,
      seconds_to_taken float8,
      constraint escalation_runs_pkey primary key (org_id, escalation_id, signal_id),
      constraint escalation_runs_escalation foreign key (escalation_id) references escalations,
      constraint escalation_runs_place check (round > 0 and step > 0),
      constraint escalation_runs_end check ((outcome is null) = (ended_at is null)),
      constraint escalation_runs_outcome check (outcome in ('taken', 'ended', 'deleted')),
      constraint escalation_runs_due check (due_at is null or ended_at is null)
    )`.execute(database)
  await sql`
    create index escalation_runs_due on escalation_runs (org_id, due_at) where due_at is not null`.execute(
    database,
  )
  await sql`
    create index escalation_runs_standing on escalation_runs (org_id, signal_id, escalation_id)
    where ended_at is null`.execute(database)
  await sql`
    create index escalation_runs_of_escalation on escalation_runs (escalation_id) where ended_at is null`.execute(
    database,
  )
  await sql`
    create index escalation_runs_taken on escalation_runs (org_id, ended_at) where outcome = 'taken'`.execute(
    database,
  )
  await sql`
    alter table dispatches
      add column escalation_id text collate "C", add column round smallint, add column step smallint`.execute(
    database,
  )
}
