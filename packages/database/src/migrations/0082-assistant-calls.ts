import { type Kysely, sql } from 'kysely'

/** What assistants called, in partitions of a day that are kept 90 days. Nothing that a person or a stranger wrote. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table assistant_calls (
      org_id text collate "C" not null,
      call_id text collate "C" not null,
      at timestamptz not null,
      assistant_id text collate "C" not null,
      person_id text collate "C" not null,
      tool text not null,
      arguments jsonb not null,
      outcome text not null,
      rows integer not null,
      characters integer not null,
      milliseconds integer not null,
      constraint assistant_calls_pkey primary key (org_id, at, call_id),
      constraint assistant_calls_outcome check (outcome in ('answered', 'asked', 'refused', 'limited', 'failed'))
    ) partition by range (at)`.execute(database)
}
