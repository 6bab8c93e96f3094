import { type Kysely, sql } from 'kysely'

/** The most connections that a process opens. Processes of the version before leave it null. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table processes add column connections integer`.execute(database)
}
