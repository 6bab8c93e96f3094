import { type Kysely, sql } from 'kysely'

/** Changes that assistants may make once their person says yes on a page of the console. They last minutes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table assistant_confirmations (
      confirmation_id text collate "C" not null,
      org_id text collate "C" not null,
      assistant_id text collate "C" not null,
      person_id text collate "C" not null,
      tool text not null,
      input_sha256 bytea not null,
      shown jsonb not null,
      ends_at timestamptz not null,
      decided_at timestamptz,
      decision text,
      used_at timestamptz,
      constraint assistant_confirmations_pkey primary key (confirmation_id),
      constraint assistant_confirmations_decision check (decision in ('allow', 'deny'))
    )`.execute(database)
  await sql`
    create index assistant_confirmations_by_input
    on assistant_confirmations (assistant_id, input_sha256)`.execute(database)
  await sql`create index assistant_confirmations_by_end on assistant_confirmations (ends_at)`.execute(
    database,
  )
}
