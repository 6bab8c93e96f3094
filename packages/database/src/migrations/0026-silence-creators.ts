import { type Kysely, sql } from 'kysely'

/** Who created a silence: members may end their own alone. Unknown for those that are older. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table silences
      add column created_by_kind text,
      add column created_by_id text collate "C"`.execute(database)
}
