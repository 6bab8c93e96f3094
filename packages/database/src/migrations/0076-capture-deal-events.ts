import { type Kysely, sql } from 'kysely'

/**
 * The history of deals goes to warehouses. What there is leaves its keys in the inbox too: the triggers keep writers out
 * until this commits, so that none is missed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table deal_events add column version bigint not null default 0`.execute(database)
  await sql`
    create trigger deal_events_draw_version before insert on deal_events
    for each row execute function draw_version()`.execute(database)
  await sql`
    create trigger deal_events_redraw_version before update on deal_events
    for each row when (old.* *<> new.*) execute function draw_version()`.execute(database)
  await sql`
    create function deal_events_note_changes() returns trigger language plpgsql as $$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'deal_events', org_id, deal_event_id from changed;
      return null;
    end $$`.execute(database)
  for (const event of ['insert', 'update']) {
    await sql`
      create trigger ${sql.ref(`deal_events_note_${event}`)} after ${sql.raw(event)} on deal_events
      referencing new table as changed for each statement execute function deal_events_note_changes()`.execute(
      database,
    )
  }
  await sql`
    create trigger deal_events_refuse_delete before delete on deal_events
    for each row execute function refuse_removal()`.execute(database)
  await sql`
    create trigger deal_events_refuse_truncate before truncate on deal_events
    for each statement execute function refuse_removal()`.execute(database)
  await sql`
    insert into change_inbox (table_name, org_id, record_id)
    select 'deal_events', org_id, deal_event_id from deal_events order by org_id, deal_event_id`.execute(
    database,
  )
}
