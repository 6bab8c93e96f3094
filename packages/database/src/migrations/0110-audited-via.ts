import { type Kysely, sql } from 'kysely'

/** Which acts of people came by their command line. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table audit_log
      add column via text,
      add constraint audit_log_via check (via = 'cli')`.execute(database)
}
