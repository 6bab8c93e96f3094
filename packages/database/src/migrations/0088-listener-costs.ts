import { type Kysely, sql } from 'kysely'

/** What the runs of a listener asked of platforms and of models on a UTC day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table listener_costs (
      org_id text collate "C" not null,
      listener_id text collate "C" not null,
      day date not null,
      kind text not null,
      name text not null,
      unit text not null,
      times integer not null,
      units bigint not null,
      pages integer not null,
      constraint listener_costs_pkey primary key (org_id, listener_id, day, kind, name, unit),
      constraint listener_costs_schedule foreign key (org_id, listener_id)
        references listener_schedules on delete cascade
    )`.execute(database)
}
