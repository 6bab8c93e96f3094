import { type Kysely, sql } from 'kysely'

/** What the demo brought into a workspace, so that all of it can be taken away again, and nothing else. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table demo_records (
      org_id text collate "C" not null,
      kind text collate "C" not null,
      record_id text collate "C" not null,
      constraint demo_records_pkey primary key (org_id, kind, record_id),
      constraint demo_records_workspace foreign key (org_id) references workspaces (org_id)
    )`.execute(database)
}
