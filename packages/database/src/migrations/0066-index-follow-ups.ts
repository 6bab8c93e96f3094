import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** A recipient hears of a signal that was taken at most once in a channel, whatever alerts they got about it. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table messages validate constraint messages_kind`.execute(database)
  await buildIndex(database, {
    name: 'messages_by_taking',
    table: 'messages',
    definition: `(channel_id, recipient, signal_id) where kind = 'follow_up'`,
    isUnique: true,
  })
}
