import { type Kysely, sql } from 'kysely'

/**
 * An address that an admin typed and no one has proven: it names a person and takes the address from no one. And whether
 * a link was mailed, which closes with that way in.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table people add column unproven_email text collate "C",
      add constraint people_unproven_email_is_lower_case check (unproven_email = lower(unproven_email))`.execute(
    database,
  )
  await sql`
    create index people_by_unproven_email on people (unproven_email)
    where unproven_email is not null and disabled_at is null`.execute(database)
  await sql`
    create index invitations_open_by_inviter on invitations (invited_by_id)
    where used_at is null and revoked_at is null`.execute(database)
  await sql`alter table login_links add column by_mail boolean not null default false`.execute(database)
}
