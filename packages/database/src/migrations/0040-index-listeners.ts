import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** From a listener to the signals that it found last. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'signals_by_listener',
    table: 'signals',
    definition:
      '(org_id, listener_id, stored_at desc) where listener_id is not null and relevance_score is not null',
  })
}
