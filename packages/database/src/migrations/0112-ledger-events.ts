import { type Kysely, sql } from 'kysely'

/**
 * Escapes that jsonb cannot hold, as regular expressions: the character 0, and halves of surrogate pairs. They become
 * U+FFFD, as in records. A backslash before one of them is a text of its own.
 */
const unstorable = [
  String.raw`(?<!\\)((?:\\\\)*)\\u0000`,
  String.raw`(?<!\\)((?:\\\\)*)\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})`,
  String.raw`(?<!\\u[dD][89abAB][0-9a-fA-F]{2})(?<!\\)((?:\\\\)*)\\u[dD][c-fC-F][0-9a-fA-F]{2}`,
]

/**
 * Settled events of the ledger, for warehouses that ask for them. Only their workspaces have rows. A row stays when the
 * ledger drops the event, so that an erasure still finds it, but without its contents: see `has_left`.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table warehouses
      add column has_ledger boolean not null default false,
      add column ledger_captured_after text collate "C"`.execute(database)
  await sql`create index warehouses_with_ledger on warehouses (org_id) where has_ledger`.execute(database)
  await createTable(database)
  await createFunctions(database)
  await capture(database)
}

async function createTable(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_events (
      org_id text collate "C" not null,
      delivery_id text collate "C" not null,
      source_id text collate "C" not null,
      event_id text collate "C" not null,
      type text,
      status text not null,
      received_at timestamptz not null,
      applied_at timestamptz,
      event jsonb,
      signal_ids text[] not null,
      has_left boolean not null default false,
      version bigint not null default 0,
      constraint ledger_events_pkey primary key (org_id, delivery_id)
    )`.execute(database)
  await sql`create index ledger_events_by_signal on ledger_events using gin (signal_ids)`.execute(database)
  await sql`
    create index ledger_events_with_contents on ledger_events (org_id, delivery_id) where event is not null`.execute(
    database,
  )
}

async function createFunctions(database: Kysely<unknown>): Promise<void> {
  const replaced = unstorable.map(
    (text) => String.raw`content := regexp_replace(content, '${text}', '\1\\ufffd', 'g');`,
  )
  await sql`
    create function read_json(bytes bytea) returns jsonb language plpgsql immutable as $$
    declare content text;
    begin
      content := convert_from(bytes, 'UTF8');
      begin
        return content::jsonb;
      exception when others then
        ${sql.raw(replaced.join('\n        '))}
        return content::jsonb;
      end;
    exception when others then
      return null;
    end $$`.execute(database)
  // Where an erasure looks for a signal in an event. A path goes through the elements of an array too.
  await sql`
    create function signals_of_event(event jsonb) returns text[] language sql immutable as $$
      select coalesce(array_agg(distinct id #>> '{}'), '{}') from (
        select jsonb_path_query(event, '$.data.signalId') as id
        union all
        select jsonb_path_query(event, '$.data.signal.id')
      ) named where jsonb_typeof(id) = 'string'
    $$`.execute(database)
}

async function capture(database: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger ledger_events_draw_version before insert on ledger_events
    for each row execute function draw_version()`.execute(database)
  // Warehouses keep what has left, so that is no change for them.
  await sql`
    create trigger ledger_events_redraw_version before update on ledger_events
    for each row when (old.* *<> new.* and not new.has_left) execute function draw_version()`.execute(
    database,
  )
  await sql`
    create function ledger_events_note_changes() returns trigger language plpgsql as $$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'ledger_events', org_id, delivery_id from changed where not has_left;
      return null;
    end $$`.execute(database)
  for (const event of ['insert', 'update']) {
    await sql`
      create trigger ${sql.ref(`ledger_events_note_${event}`)} after ${sql.raw(event)} on ledger_events
      referencing new table as changed for each statement execute function ledger_events_note_changes()`.execute(
      database,
    )
  }
  await sql`
    create trigger ledger_events_refuse_delete before delete on ledger_events
    for each row execute function refuse_removal()`.execute(database)
  await sql`
    create trigger ledger_events_refuse_truncate before truncate on ledger_events
    for each statement execute function refuse_removal()`.execute(database)
}
