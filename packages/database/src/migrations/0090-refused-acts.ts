import { type Kysely, sql } from 'kysely'

/** Why an act in the audit log was refused; null for one that was done. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log add column refusal text`.execute(database)
}
