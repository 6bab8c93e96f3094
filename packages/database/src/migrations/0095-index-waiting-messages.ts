import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** The messages of a channel that were not sent yet, the longest waiting first. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'messages_waiting',
    table: 'messages',
    definition: `(channel_id, coalesce(waits_since, created_at)) where status in ('pending', 'sending')`,
  })
}
