import { type Kysely, sql } from 'kysely'

/** Counts the calls of each model apart. An older version beside this one counts those of the language model. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table model_calls add column kind text not null default 'opinion',
      drop constraint model_calls_pkey,
      add constraint model_calls_pkey primary key (org_id, day, kind)`.execute(database)
}
