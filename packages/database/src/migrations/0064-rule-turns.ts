import { type Kysely, sql } from 'kysely'

/** Whose turn it is among the people to whom a rule gives its leads. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table rule_turns (
      rule_id text collate "C" not null,
      turn bigint not null,
      constraint rule_turns_pkey primary key (rule_id),
      constraint rule_turns_rule foreign key (rule_id) references rules
    )`.execute(database)
}
