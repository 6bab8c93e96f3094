import { type Kysely, type RawBuilder, sql } from 'kysely'

const instant = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What is mirrored, each with the key of a row and the members of what warehouses show of it. */
const mirrored = {
  collections: {
    table: 'collections',
    key: 'collection_id',
    state: `'name', name, 'description', description, 'createdAt', ${instant('created_at')}`,
  },
  saves: {
    table: 'collection_signals',
    key: "collection_id || ':' || signal_id",
    state: `'collectionId', collection_id, 'signalId', signal_id, 'savedAt', ${instant('saved_at')}`,
  },
}

/**
 * Lists and what is in them are removed for good, and a warehouse must hear of that: each row leaves a record here that
 * stays, without its state once it is removed. The rows that there are leave theirs too: the triggers keep writers out
 * until this commits.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table mirrored_records (
      table_name text collate "C" not null,
      org_id text collate "C" not null,
      record_id text collate "C" not null,
      state jsonb,
      version bigint not null default 0,
      constraint mirrored_records_pkey primary key (table_name, org_id, record_id)
    )`.execute(database)
  await sql`
    create trigger mirrored_records_draw_version before insert on mirrored_records
    for each row execute function draw_version()`.execute(database)
  await sql`
    create trigger mirrored_records_redraw_version before update on mirrored_records
    for each row when (old.* *<> new.*) execute function draw_version()`.execute(database)
  await sql`
    create function mirrored_records_note_changes() returns trigger language plpgsql as $$
    begin
      insert into change_inbox (table_name, org_id, record_id) select table_name, org_id, record_id from changed;
      return null;
    end $$`.execute(database)
  for (const event of ['insert', 'update']) {
    await sql`
      create trigger ${sql.ref(`mirrored_records_note_${event}`)} after ${sql.raw(event)} on mirrored_records
      referencing new table as changed for each statement execute function mirrored_records_note_changes()`.execute(
      database,
    )
  }
  await sql`
    create trigger mirrored_records_refuse_delete before delete on mirrored_records
    for each row execute function refuse_removal()`.execute(database)
  await sql`
    create trigger mirrored_records_refuse_truncate before truncate on mirrored_records
    for each statement execute function refuse_removal()`.execute(database)
  for (const [name, { table, key, state }] of Object.entries(mirrored)) {
    await mirror(database, { name, table, key: sql.raw(key), state: sql.raw(`jsonb_build_object(${state})`) })
  }
}

type Mirrored = { name: string; table: string; key: RawBuilder<unknown>; state: RawBuilder<unknown> }

async function mirror(database: Kysely<unknown>, { name, table, key, state }: Mirrored): Promise<void> {
  const called = (what: string) => sql.ref(`${table}_${what}`)
  const write = (rows: string) => sql`
    insert into mirrored_records as known (table_name, org_id, record_id, state)
    select ${sql.lit(name)}, org_id, ${key}, ${state} from ${sql.ref(rows)} order by 2, 3
    on conflict (table_name, org_id, record_id) do update set state = excluded.state
    where known.state is distinct from excluded.state`
  await sql`
    create function ${called('mirror')}() returns trigger language plpgsql as $$
    begin
      ${write('changed')};
      return null;
    end $$`.execute(database)
  await sql`
    create function ${called('forget')}() returns trigger language plpgsql as $$
    begin
      update mirrored_records set state = null
      where table_name = ${sql.lit(name)} and (org_id, record_id) in (select org_id, ${key} from changed);
      return null;
    end $$`.execute(database)
  for (const event of ['insert', 'update']) {
    await sql`
      create trigger ${called(`mirror_${event}`)} after ${sql.raw(event)} on ${sql.ref(table)}
      referencing new table as changed for each statement execute function ${called('mirror')}()`.execute(
      database,
    )
  }
  await sql`
    create trigger ${called('mirror_delete')} after delete on ${sql.ref(table)}
    referencing old table as changed for each statement execute function ${called('forget')}()`.execute(
    database,
  )
  await write(table).execute(database)
}
