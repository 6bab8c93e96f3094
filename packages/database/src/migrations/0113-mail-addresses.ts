import { type Kysely, sql } from 'kysely'

/** Locks the people: another transaction that changes one meanwhile would not see a membership that is not committed. */
const people = (of: string) => sql`
  insert into mirrored_records as known (table_name, org_id, record_id, state)
  select 'people', m.org_id, m.person_id, jsonb_build_object('name', p.name, 'email', p.email, 'role', m.role)
  from ${sql.raw(of)} m join people p on p.person_id = m.person_id
  order by 2, 3 for share of p
  on conflict (table_name, org_id, record_id) do update set state = excluded.state
  where known.state is distinct from excluded.state`

const changed = `(
  select memberships.* from memberships join changed using (person_id) join before using (person_id)
  where (changed.name, changed.email) is distinct from (before.name, before.email)
)`

/** A warehouse may show the mail addresses of people, so what they leave for warehouses has them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table warehouses add column has_mail_addresses boolean not null default false`.execute(
    database,
  )
  for (const [name, of] of [
    ['memberships_mirror', 'changed'],
    ['people_mirror', changed],
  ] as const) {
    await sql`
      create or replace function ${sql.ref(name)}() returns trigger language plpgsql as $$
      begin
        ${people(of)};
        return null;
      end $$`.execute(database)
  }
  await people('memberships').execute(database)
}
