import { type Kysely, sql } from 'kysely'

/** Filters of signals that people keep under a name, for themselves or for all of the workspace. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_views (
      view_id text collate "C" not null,
      org_id text collate "C" not null,
      name text not null,
      filters jsonb not null,
      is_shared boolean not null,
      created_by_kind text not null,
      created_by_id text collate "C" not null,
      created_at timestamptz not null default now(),
      constraint saved_views_pkey primary key (view_id),
      constraint saved_views_workspace foreign key (org_id) references workspaces (org_id)
    )`.execute(database)
  await sql`create index saved_views_visible on saved_views (org_id, is_shared, created_by_id)`.execute(
    database,
  )
}
