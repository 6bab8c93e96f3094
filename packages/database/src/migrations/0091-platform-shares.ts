import { type Kysely, sql } from 'kysely'

/** What each workspace spent of a budget that all workspaces share, in the window that it asked in last. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table platform_shares (
      budget_id text collate "C" not null,
      org_id text collate "C" not null,
      unit text not null,
      window_ms bigint not null,
      window_start timestamptz not null,
      used integer not null,
      constraint platform_shares_pkey primary key (budget_id, unit, window_ms, org_id),
      constraint platform_shares_budget foreign key (budget_id) references platform_budgets on delete cascade
    )`.execute(database)
}
