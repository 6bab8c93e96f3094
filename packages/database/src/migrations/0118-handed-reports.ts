import { type Kysely, sql } from 'kysely'

/** Reports that a fall-back channel was given and of which no one knows yet whether they arrived. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table handed_reports (
      event_id text collate "C" not null,
      org_id text collate "C" not null,
      channel_id text collate "C" not null,
      letter jsonb not null,
      handed_at timestamptz not null,
      constraint handed_reports_pkey primary key (event_id),
      constraint handed_reports_workspace foreign key (org_id) references workspaces
    )`.execute(database)
}
