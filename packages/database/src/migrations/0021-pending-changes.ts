import { type Kysely, sql } from 'kysely'

/** Calls the changes that wait for the rules what they are. A version before this one works through the view. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table announcements rename to pending_changes`.execute(database)
  await sql`alter table pending_changes rename column announcement_id to pending_change_id`.execute(database)
  await sql`alter table pending_changes rename constraint announcements_pkey to pending_changes_pkey`.execute(
    database,
  )
  await sql`
    create view announcements as
    select pending_change_id as announcement_id, org_id, record, record_id, change, detail, document,
      document_before, alerted_elsewhere, stored_at, caused_at, changed_at, error
    from pending_changes`.execute(database)
}
