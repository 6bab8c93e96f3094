import { type Kysely, sql } from 'kysely'
import { createId } from '../ids.ts'

/**
 * What arrives in the console: a message once for its workspace, and an entry for each member who got it. Each workspace gets
 * its channel. An older version skips a channel of a kind that it does not know: it decides, sends and changes nothing of it.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table inbox_messages (
      org_id text collate "C" not null,
      message_id text collate "C" not null,
      message jsonb not null,
      signal_ids text[] collate "C" not null,
      created_at timestamptz not null,
      constraint inbox_messages_pkey primary key (org_id, message_id),
      constraint inbox_messages_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index inbox_messages_by_age on inbox_messages (created_at)`.execute(database)
  await sql`create index inbox_messages_by_arrival on inbox_messages (org_id, created_at)`.execute(database)
  await sql`create index inbox_messages_by_signal on inbox_messages using gin (signal_ids)`.execute(database)
  await sql`
    create table inbox_entries (
      org_id text collate "C" not null,
      person_id text collate "C" not null,
      message_id text collate "C" not null,
      rank smallint not null,
      created_at timestamptz not null,
      read_at timestamptz,
      constraint inbox_entries_pkey primary key (org_id, person_id, message_id),
      constraint inbox_entries_member foreign key (org_id, person_id) references memberships on delete cascade,
      constraint inbox_entries_message foreign key (org_id, message_id) references inbox_messages on delete cascade
    )`.execute(database)
  await sql`
    create index inbox_entries_by_arrival on inbox_entries (org_id, person_id, created_at, message_id)`.execute(
    database,
  )
  await sql`create index inbox_entries_by_message on inbox_entries (org_id, message_id)`.execute(database)
  await sql`
    create index inbox_entries_by_place
      on inbox_entries (org_id, person_id, (read_at is null), rank, message_id)`.execute(database)
  await sql`create unique index channels_one_inbox on channels (org_id) where kind = 'inbox'`.execute(
    database,
  )
  await createInboxes(database)
}

/** The canary's workspace has no members. */
async function createInboxes(database: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from workspaces where org_id <> 'org_canary' order by org_id`.execute(database)
  const channels = rows.map(({ orgId }) => ({ org_id: orgId, channel_id: createId('chn_') }))
  const created = sql`
    json_to_recordset(${JSON.stringify(channels)}) as created (org_id text, channel_id text)`
  await sql`
    insert into channels (channel_id, org_id, kind, name, settings)
    select channel_id, org_id, 'inbox', 'Inbox', '{}' from ${created}`.execute(database)
  await sql`insert into channel_health (channel_id) select channel_id from ${created}`.execute(database)
}
