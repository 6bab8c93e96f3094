import { type Kysely, sql } from 'kysely'

/** Where traces continue in other processes; null without a collector. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table requests add column traceparent text`.execute(database)
  await sql`alter table pending_changes add column traceparent text`.execute(database)
  await sql`alter table messages add column traceparent text`.execute(database)
}
