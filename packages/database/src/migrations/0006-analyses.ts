import { type Kysely, sql } from 'kysely'

/** What analyses of websites were made, are under way, and were asked for. */
export async function up(database: Kysely<unknown>): Promise<void> {
  // A row without counted_at is a reservation, which holds until its lease ends.
  await sql`
    create table analyses (
      org_id text collate "C" not null,
      analysis_id text collate "C" not null,
      reserved_at timestamptz not null,
      leased_until timestamptz not null,
      counted_at timestamptz,
      constraint analyses_pkey primary key (org_id, analysis_id),
      constraint analyses_workspace foreign key (org_id) references workspaces
    )`.execute(database)
  await sql`create index analyses_by_time on analyses (org_id, reserved_at)`.execute(database)

  // The latest calls of a key, as many as count.
  await sql`
    create table analysis_calls (
      org_id text collate "C" not null,
      key_id text collate "C" not null,
      called_at timestamptz[] not null,
      constraint analysis_calls_pkey primary key (org_id, key_id),
      constraint analysis_calls_key foreign key (key_id) references api_keys
    )`.execute(database)
}
