import { type Kysely, sql } from 'kysely'

/**
 * What was decided about alerts goes to warehouses, and once more the steps of escalations alone. What there is leaves its
 * keys in the inbox too: the triggers keep writers out until this commits, so that none is missed.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table dispatches add column version bigint not null default 0`.execute(database)
  await sql`
    create trigger dispatches_draw_version before insert on dispatches
    for each row execute function draw_version()`.execute(database)
  await sql`
    create trigger dispatches_redraw_version before update on dispatches
    for each row when (old.* *<> new.*) execute function draw_version()`.execute(database)
  await sql`
    create function dispatches_note_changes() returns trigger language plpgsql as $$
    begin
      insert into change_inbox (table_name, org_id, record_id)
      select 'dispatches', org_id, decision_number::text from changed
      union all
      select 'escalation_steps', org_id, decision_number::text from changed where escalation_id is not null;
      return null;
    end $$`.execute(database)
  for (const event of ['insert', 'update']) {
    await sql`
      create trigger ${sql.ref(`dispatches_note_${event}`)} after ${sql.raw(event)} on dispatches
      referencing new table as changed for each statement execute function dispatches_note_changes()`.execute(
      database,
    )
  }
  await sql`
    create trigger dispatches_refuse_delete before delete on dispatches
    for each row execute function refuse_removal()`.execute(database)
  await sql`
    create trigger dispatches_refuse_truncate before truncate on dispatches
    for each statement execute function refuse_removal()`.execute(database)
  await sql`
    insert into change_inbox (table_name, org_id, record_id)
    select 'dispatches', org_id, decision_number::text from dispatches
    union all
    select 'escalation_steps', org_id, decision_number::text from dispatches where escalation_id is not null`.execute(
    database,
  )
}
