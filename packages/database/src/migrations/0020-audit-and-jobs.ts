import { type Kysely, sql } from 'kysely'

/** The audit log of acts, which nothing can change, and the jobs that run what takes long. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createAuditLog(database)
  await createJobs(database)
}

async function createAuditLog(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      audit_id text collate "C" not null,
      at timestamptz not null default now(),
      org_id text collate "C",
      actor_kind text not null,
      actor_id text collate "C" not null,
      act text collate "C" not null,
      target_type text not null,
      target_id text collate "C" not null,
      before jsonb,
      after jsonb,
      address text,
      request_id text,
      constraint audit_log_pkey primary key (audit_id),
      constraint audit_log_actor check (actor_kind in ('person', 'cli', 'key', 'assistant', 'system'))
    )`.execute(database)
  await sql`create index audit_log_by_workspace on audit_log (org_id, audit_id)`.execute(database)
  await sql`create index audit_log_by_act on audit_log (org_id, act, audit_id)`.execute(database)
  await sql`create index audit_log_by_actor on audit_log (org_id, actor_id, audit_id)`.execute(database)
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      raise exception 'audit_log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
    end $$`.execute(database)
  await sql`
    create trigger audit_log_is_append_only before update or delete or truncate on audit_log
    for each statement execute function refuse_audit_change()`.execute(database)
}

async function createJobs(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table jobs (
      job_id text collate "C" not null,
      org_id text collate "C" not null,
      act text collate "C" not null,
      input jsonb not null,
      state text not null default 'waiting',
      total bigint,
      done bigint not null default 0,
      changed bigint not null default 0,
      result jsonb,
      error text,
      actor_kind text not null,
      actor_id text collate "C" not null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz,
      stop_requested_at timestamptz,
      due_at timestamptz not null default now(),
      lease_token uuid,
      leased_until timestamptz,
      constraint jobs_pkey primary key (job_id),
      constraint jobs_workspace foreign key (org_id) references workspaces,
      constraint jobs_state check (state in ('waiting', 'running', 'done', 'stopped', 'failed')),
      constraint jobs_ended check ((ended_at is not null) = (state in ('done', 'stopped', 'failed')))
    )`.execute(database)
  await sql`
    create index jobs_open on jobs (due_at) where state in ('waiting', 'running')`.execute(database)
  await sql`create index jobs_by_workspace on jobs (org_id, job_id)`.execute(database)
  // What a job still has to act on. It is fixed when the job is created, and shrinks as the job advances.
  await sql`
    create table job_items (
      job_id text collate "C" not null,
      item_id text collate "C" not null,
      constraint job_items_pkey primary key (job_id, item_id),
      constraint job_items_job foreign key (job_id) references jobs on delete cascade
    )`.execute(database)
}
