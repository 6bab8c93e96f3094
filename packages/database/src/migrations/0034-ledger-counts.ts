import { type Kysely, sql } from 'kysely'

/**
 * How many deliveries of a workspace have each final status, by the five minutes in which they were received. A trigger
 * counts in the transaction that changes a status, so the counts are exact, also while a previous version writes.
 * `shard` keeps connections from waiting for each other on one row; shard -1 holds what was settled before the trigger.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_counts (
      org_id text collate "C" not null,
      step timestamptz not null,
      status text collate "C" not null,
      shard smallint not null,
      deliveries bigint not null,
      constraint ledger_counts_pkey primary key (org_id, step, status, shard)
    ) with (fillfactor = 70)`.execute(database)
  await sql`create index ledger_counts_by_step on ledger_counts (step)`.execute(database)
  await sql`
    create function ledger_step(received_at timestamptz) returns timestamptz language sql immutable parallel safe
    as $$ select date_bin('5 minutes', received_at, timestamptz '2000-01-01 00:00:00Z') $$`.execute(database)
  await createTrigger(database)
  await createRecount(database)
}

async function createTrigger(database: Kysely<unknown>): Promise<void> {
  // A delivery that keeps its status counts once in both tables, which is 0. Sorted, so that two never wait in a circle.
  await sql`
    create function count_settled_deliveries() returns trigger language plpgsql as $$
    begin
      insert into ledger_counts as known (org_id, step, status, shard, deliveries)
      select org_id, ledger_step(received_at) as step, status, pg_backend_pid() % 16, sum(change)
      from (
        select org_id, received_at, status, 1 as change from settled_after
        union all
        select org_id, received_at, status, -1 from settled_before
      ) changed
      where status <> 'queued' and received_at > now() - interval '8 days'
      group by 1, 2, 3 having sum(change) <> 0
      order by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set deliveries = known.deliveries + excluded.deliveries;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger deliveries_are_counted after update on deliveries
    referencing old table as settled_before new table as settled_after
    for each statement execute function count_settled_deliveries()`.execute(database)
}

async function createRecount(database: Kysely<unknown>): Promise<void> {
  // One statement, so one snapshot: what the trigger counted until then is in it exactly where its delivery is.
  await sql`
    create function recount_ledger(since_delivery_id text) returns void language sql as $$
      insert into ledger_counts (org_id, step, status, shard, deliveries)
      select org_id, step, status, -1, sum(deliveries) from (
        select org_id, ledger_step(received_at) as step, status, count(*) as deliveries from deliveries
        where delivery_id >= since_delivery_id and status <> 'queued' and received_at > now() - interval '8 days'
        group by 1, 2, 3
        union all
        select org_id, step, status, case when shard >= 0 then -deliveries else 0 end from ledger_counts
      ) counted
      group by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set deliveries = excluded.deliveries
    $$`.execute(database)
}
