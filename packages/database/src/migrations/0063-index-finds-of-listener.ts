import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** Orders the finds of a listener by time, so that a page reads the newest alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'finds_of_listener',
    table: 'finds',
    definition: '(org_id, listener_id, first_seen_at)',
  })
}
