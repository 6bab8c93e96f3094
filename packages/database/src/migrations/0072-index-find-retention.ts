import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** Finds with an event to send, and those that have to be read again. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    ...{ name: 'finds_to_send', table: 'finds' },
    definition: '(first_seen_at) where event is not null',
  })
  await buildIndex(database, {
    ...{ name: 'finds_to_reread', table: 'finds' },
    definition: '(reread_at) where reread_at is not null',
  })
}
