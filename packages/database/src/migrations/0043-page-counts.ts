import { type Kysely, sql } from 'kysely'

/**
 * How many alerts of a workspace have each status, by the five minutes in which they were decided, and how many rows of a
 * workspace have a place in the order that warehouses follow. Triggers count in the transaction that changes them, so the
 * counts are exact, also while a previous version writes. Shard -1 holds what there was before the triggers.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await countAlerts(database)
  await countChanges(database)
}

async function countAlerts(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table alert_counts (
      org_id text collate "C" not null,
      step timestamptz not null,
      status text collate "C" not null,
      shard smallint not null,
      alerts bigint not null,
      constraint alert_counts_pkey primary key (org_id, step, status, shard)
    ) with (fillfactor = 70)`.execute(database)
  await sql`create index alert_counts_by_step on alert_counts (step)`.execute(database)
  await sql`
    create function count_decided_alerts() returns trigger language plpgsql as $$
    begin
      insert into alert_counts as known (org_id, step, status, shard, alerts)
      select org_id, ledger_step(decided_at), status, pg_backend_pid() % 16, count(*)
      from decided where decided_at > now() - interval '8 days'
      group by 1, 2, 3
      order by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set alerts = known.alerts + excluded.alerts;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger dispatches_are_counted after insert on dispatches referencing new table as decided
    for each statement execute function count_decided_alerts()`.execute(database)
  // An alert that keeps its status counts once in both tables, which is 0. Sorted, so that two never wait in a circle.
  await sql`
    create function count_moved_alerts() returns trigger language plpgsql as $$
    begin
      insert into alert_counts as known (org_id, step, status, shard, alerts)
      select org_id, ledger_step(decided_at), status, pg_backend_pid() % 16, sum(change)
      from (
        select org_id, decided_at, status, 1 as change from moved_after
        union all
        select org_id, decided_at, status, -1 from moved_before
      ) changed
      where decided_at > now() - interval '8 days'
      group by 1, 2, 3 having sum(change) <> 0
      order by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set alerts = known.alerts + excluded.alerts;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger dispatches_are_recounted after update on dispatches
    referencing old table as moved_before new table as moved_after
    for each statement execute function count_moved_alerts()`.execute(database)
  // One statement, so one snapshot: what the triggers counted until then is in it exactly where its alert is.
  await sql`
    create function recount_alerts() returns void language sql as $$
      insert into alert_counts (org_id, step, status, shard, alerts)
      select org_id, step, status, -1, sum(alerts) from (
        select org_id, ledger_step(decided_at) as step, status, count(*) as alerts from dispatches
        where decided_at > now() - interval '8 days' group by 1, 2, 3
        union all
        select org_id, step, status, case when shard >= 0 then -alerts else 0 end from alert_counts
      ) counted
      group by 1, 2, 3
      on conflict (org_id, step, status, shard) do update set alerts = excluded.alerts
    $$`.execute(database)
}

/** Only one transaction at a time gives places, so that one shard is enough. */
async function countChanges(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table change_counts (
      org_id text collate "C" not null,
      shard smallint not null,
      changed bigint not null,
      constraint change_counts_pkey primary key (org_id, shard)
    ) with (fillfactor = 50)`.execute(database)
  await sql`
    create function count_changed_rows() returns trigger language plpgsql as $$
    begin
      insert into change_counts as known (org_id, shard, changed)
      select org_id, 0, count(*) from placed group by 1 order by 1
      on conflict (org_id, shard) do update set changed = known.changed + excluded.changed;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger changes_are_counted after insert on changes referencing new table as placed
    for each statement execute function count_changed_rows()`.execute(database)
  await sql`
    create function recount_changes() returns void language sql as $$
      insert into change_counts (org_id, shard, changed)
      select org_id, -1, sum(changed) from (
        select org_id, count(*) as changed from changes group by 1
        union all
        select org_id, case when shard >= 0 then -changed else 0 end from change_counts
      ) counted
      group by 1
      on conflict (org_id, shard) do update set changed = excluded.changed
    $$`.execute(database)
}
