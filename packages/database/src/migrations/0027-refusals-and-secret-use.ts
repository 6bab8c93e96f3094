import { type Kysely, sql } from 'kysely'

/** What explains a refusal, and how often each secret verified a request, in steps of five minutes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table source_rejections add column finding text, add column detail text`.execute(database)
  await sql`
    create table source_secret_uses (
      secret_id bigint not null,
      step timestamptz not null,
      uses bigint not null,
      constraint source_secret_uses_pkey primary key (secret_id, step),
      constraint source_secret_uses_secret foreign key (secret_id) references source_secrets on delete cascade
    )`.execute(database)
  await sql`create index source_secret_uses_by_step on source_secret_uses (step)`.execute(database)
}
