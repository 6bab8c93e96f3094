import { type Kysely, sql } from 'kysely'

/** How many requests each source refused, in steps of five minutes: the log keeps only the last 1,000 of a source. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table source_refusals (
      source_id text collate "C" not null,
      step timestamptz not null,
      refusals bigint not null,
      constraint source_refusals_pkey primary key (source_id, step),
      constraint source_refusals_source foreign key (source_id) references sources on delete cascade
    )`.execute(database)
  await sql`create index source_refusals_by_step on source_refusals (step)`.execute(database)
}
