import { type Kysely, sql } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** Lists the messages of a channel, and finds one by the id of its event. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table messages validate constraint messages_kind`.execute(database)
  await buildIndex(database, {
    name: 'messages_by_channel',
    table: 'messages',
    definition: '(channel_id, message_id)',
  })
  await buildIndex(database, {
    name: 'messages_by_event',
    table: 'messages',
    definition: `(org_id, (event ->> 'id')) where event is not null`,
  })
}
