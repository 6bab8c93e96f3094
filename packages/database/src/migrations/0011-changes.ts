import { type Kysely, type RawBuilder, sql } from 'kysely'
import { createId } from '../ids.ts'

/** A table of rows that are kept for ever, the table of a warehouse that it is part of, and the key there. */
type Captured = { table: string; shownIn: string; key: string }

// In the order in which rows are locked, so that the migration and a worker never wait for each other.
const captured: Captured[] = [
  { table: 'listeners', shownIn: 'listeners', key: 'listener_id' },
  { table: 'signals', shownIn: 'signals', key: 'signal_id' },
  { table: 'signal_registers', shownIn: 'signals', key: 'signal_id' },
  { table: 'accounts', shownIn: 'accounts', key: 'account_key' },
  { table: 'deals', shownIn: 'deals', key: 'deal_id' },
  { table: 'listener_counts', shownIn: 'listeners', key: 'listener_id' },
  { table: 'notes', shownIn: 'notes', key: 'note_id' },
  { table: 'signal_events', shownIn: 'signal_events', key: 'signal_event_id' },
]

/**
 * What changed, for whoever follows along. Rows of the synced tables carry a version, drawn under the row's lock; each
 * change leaves a row in the inbox, and a sequencer moves those that are committed to `changes`, one row for each
 * record, with a position that becomes visible in order. A sequence alone would be no cursor: its values are taken
 * before their transactions commit.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await createSignalEvents(database)
  await createChanges(database)
  await createFunctions(database)
  for (const one of captured) await capture(database, one)
  await fillChanges(database)
  await fillSignalEvents(database)
}

async function createSignalEvents(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table signal_events (
      org_id text collate "C" not null,
      signal_event_id text collate "C" not null,
      signal_id text collate "C" not null,
      register text not null,
      from_value jsonb,
      to_value jsonb,
      at timestamptz not null,
      event_id text collate "C" not null,
      source_id text collate "C" not null,
      constraint signal_events_pkey primary key (org_id, signal_event_id)
    )`.execute(database)
}

async function createChanges(database: Kysely<unknown>): Promise<void> {
  // Without a cache: what one connection held back would give a row a smaller version after a greater one.
  await sql`create sequence row_versions cache 1`.execute(database)
  await sql`create sequence change_positions cache 1`.execute(database)
  // Rows stay for a second or so: what they leave is cleared often, and counts by its number, not by the table's size.
  await sql`
    create table change_inbox (
      inbox_id bigint generated always as identity not null,
      table_name text collate "C" not null,
      org_id text collate "C" not null,
      record_id text collate "C" not null,
      changed_at timestamptz not null default now(),
      constraint change_inbox_pkey primary key (inbox_id)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
            autovacuum_vacuum_insert_threshold = -1, autovacuum_vacuum_cost_delay = 0)`.execute(database)
  await sql`
    create table changes (
      table_name text collate "C" not null,
      org_id text collate "C" not null,
      record_id text collate "C" not null,
      position bigint not null,
      sequenced_at timestamptz not null,
      constraint changes_pkey primary key (table_name, org_id, record_id)
    ) with (autovacuum_vacuum_scale_factor = 0.05)`.execute(database)
  await sql`create index changes_by_position on changes (org_id, table_name, position)`.execute(database)
}

async function createFunctions(database: Kysely<unknown>): Promise<void> {
  await sql`
    create function draw_version() returns trigger language plpgsql as $$
    begin
      new.version := nextval('row_versions');
      return new;
    end $$`.execute(database)
  await sql`
    create function refuse_removal() returns trigger language plpgsql as $$
    begin
      raise exception 'Rows of % are never removed: warehouses would keep them. Delete the record instead, which leaves a tombstone.', tg_table_name
        using errcode = 'restrict_violation';
    end $$`.execute(database)
}

async function capture(database: Kysely<unknown>, { table, shownIn, key }: Captured): Promise<void> {
  const on = sql.table(table)
  const name = (what: string) => sql.ref(`${table}_${what}`)
  await sql`alter table ${on} add column version bigint not null default 0`.execute(database)
  await sql`
    create trigger ${name('draw_version')} before insert on ${on}
    for each row execute function draw_version()`.execute(database)
  // By their bytes, as equal versions promise equal contents, and to `jsonb` 1.0 equals 1.00.
  await sql`
    create trigger ${name('redraw_version')} before update on ${on}
    for each row when (old.* *<> new.*) execute function draw_version()`.execute(database)
  // A row of signals whose state is empty only holds a key until its transaction ends.
  const hasHolders = table === 'signals'
  await sql`
    create function ${name('note_changes')}() returns trigger language plpgsql as $$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select ${sql.lit(shownIn)}, org_id, ${sql.ref(key)} from changed ${hasHolders ? sql`where state <> '{}'` : sql``};
      return null;
    end $$`.execute(database)
  for (const event of ['insert', 'update']) {
    await sql`
      create trigger ${name(`note_${event}`)} after ${sql.raw(event)} on ${on} referencing new table as changed
      for each statement execute function ${name('note_changes')}()`.execute(database)
  }
  await sql`
    create trigger ${name('refuse_delete')} before delete on ${on}
    for each row ${hasHolders ? sql`when (old.state <> '{}')` : sql``} execute function refuse_removal()`.execute(
    database,
  )
  await sql`
    create trigger ${name('refuse_truncate')} before truncate on ${on}
    for each statement execute function refuse_removal()`.execute(database)
}

/** One row for each record of which anything is stored, a signal's registers without the signal included. */
async function fillChanges(database: Kysely<unknown>): Promise<void> {
  for (const shownIn of new Set(captured.map((one) => one.shownIn))) {
    const keys = captured
      .filter((one) => one.shownIn === shownIn)
      .map(({ table, key }) => sql`select org_id, ${sql.ref(key)} as record_id from ${sql.table(table)}`)
    await sql`
      insert into changes (table_name, org_id, record_id, position, sequenced_at)
      select ${shownIn}, org_id, record_id, nextval('change_positions'), now()
      from (${sql.join(keys, sql` union `)} order by org_id, record_id) as stored`.execute(database)
  }
}

/**
 * What the outbox still tells of registers. It does not tell when an event happened; where the registers do not either,
 * as something later stands in them, the moment at which it was applied is the nearest that is known.
 */
async function fillSignalEvents(database: Kysely<unknown>): Promise<void> {
  await sql`
    declare told no scroll cursor for
    select o.org_id, o.record_id as signal_id, o.detail ->> 'register' as register, o.detail -> 'from' as from_value,
      o.detail -> 'to' as to_value, coalesce(${timestampIn(sql`said.at`)}, o.created_at)::text as at,
      o.event_id, o.source_id, extract(epoch from o.created_at) * 1000 as applied_ms
    from outbox o
    left join signal_registers r on r.org_id = o.org_id and r.signal_id = o.record_id
    cross join lateral (
      select jsonb_path_query_first(
        jsonb_build_array(r.state -> (o.detail ->> 'register'), r.state -> 'deletedBy'),
        '$.** ? (@.eventId == $event && @.sourceId == $source).at',
        jsonb_build_object('event', o.event_id, 'source', o.source_id)) #>> '{}' as at
    ) said
    where o.record = 'registers' order by o.created_at, o.outbox_id`.execute(database)
  for (let rows = await fetchTold(database); rows.length > 0; rows = await fetchTold(database)) {
    const events = rows.map(({ applied_ms, ...row }) => ({
      ...row,
      signal_event_id: createId('sev_', Math.floor(Number(applied_ms))),
    }))
    await sql`
      insert into signal_events
        (org_id, signal_event_id, signal_id, register, from_value, to_value, at, event_id, source_id)
      select org_id, signal_event_id, signal_id, register, from_value, to_value, at, event_id, source_id
      from json_populate_recordset(null::signal_events, ${JSON.stringify(events)})`.execute(database)
  }
  await sql`close told`.execute(database)
}

async function fetchTold(database: Kysely<unknown>): Promise<{ applied_ms: string }[]> {
  const { rows } = await sql<{ applied_ms: string }>`fetch 5000 from told`.execute(database)
  return rows
}

/** An instant as PostgreSQL reads it: it has no year 0, which it calls 1 BC. */
function timestampIn(instant: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case when ${instant} like '0000%' then '0001' || substr(${instant}, 5) || ' BC' else ${instant} end)::timestamptz`
}
