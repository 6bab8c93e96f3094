import { type Kysely, sql } from 'kysely'

/** Until when a receiver asked for silence, which no success ends, and since when a channel has its state. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table channel_health add column retry_after timestamptz`.execute(database)
  // In two steps: the state of channels that exist is older than this column.
  await sql`alter table channels add column state_since timestamptz`.execute(database)
  await sql`alter table channels alter column state_since set default now()`.execute(database)
  await sql`
    create function note_channel_state() returns trigger language plpgsql as $$
    begin
      new.state_since := now();
      return new;
    end
    $$`.execute(database)
  await sql`
    create trigger channels_note_state before update of state on channels
    for each row when (old.state is distinct from new.state) execute function note_channel_state()`.execute(
    database,
  )
}
