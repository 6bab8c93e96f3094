import { type Kysely, sql } from 'kysely'

/** The channel through which admins hear of troubles, the troubles, and the mails about them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table workspaces
      add column fallback_channel_id text collate "C",
      add constraint workspaces_fallback foreign key (fallback_channel_id) references channels not valid`.execute(
    database,
  )
  await sql`
    alter table messages
      drop constraint messages_kind,
      add constraint messages_kind check (kind in ('instant', 'digest', 'event', 'test', 'notice')) not valid`.execute(
    database,
  )
  await sql`
    create table troubles (
      trouble_id text collate "C" not null,
      org_id text collate "C" not null,
      kind text not null,
      subject_id text collate "C" not null,
      reason text,
      count integer not null default 0,
      began_at timestamptz not null,
      gone_at timestamptz,
      reported_at timestamptz,
      ended_at timestamptz,
      constraint troubles_pkey primary key (trouble_id),
      constraint troubles_workspace foreign key (org_id) references workspaces,
      constraint troubles_kind check (
        kind in ('channel_degraded', 'channel_disabled', 'alerts_expired', 'warehouse_degraded')
      )
    )`.execute(database)
  await sql`
    create unique index troubles_standing on troubles (org_id, kind, subject_id) where ended_at is null`.execute(
    database,
  )
  await sql`create index troubles_ended on troubles (ended_at) where ended_at is not null`.execute(database)
  await sql`
    create table notice_mails (
      notice_mail_id text collate "C" not null,
      org_id text collate "C" not null,
      person_id text collate "C" not null,
      letter jsonb not null,
      attempts integer not null default 0,
      created_at timestamptz not null,
      due_at timestamptz not null,
      constraint notice_mails_pkey primary key (notice_mail_id),
      constraint notice_mails_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index notice_mails_due on notice_mails (due_at)`.execute(database)
}
