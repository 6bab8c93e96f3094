import { type Kysely, sql } from 'kysely'

/** The history of deals: a row for each member that an event changed, from now on. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table deal_events (
      org_id text collate "C" not null,
      deal_event_id text collate "C" not null,
      deal_id text collate "C" not null,
      member text not null,
      from_value jsonb,
      to_value jsonb,
      at timestamptz not null,
      event_id text collate "C" not null,
      source_id text collate "C" not null,
      constraint deal_events_pkey primary key (org_id, deal_id, deal_event_id)
    )`.execute(database)
}
