import { type Kysely, sql } from 'kysely'

/** The processes of the installation, each with its last sign of life. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table processes (
      process_id text collate "C" not null,
      name text collate "C" not null,
      version text not null,
      host text not null,
      pid integer not null,
      started_at timestamptz not null,
      seen_at timestamptz not null,
      constraint processes_pkey primary key (process_id)
    )`.execute(database)
}
