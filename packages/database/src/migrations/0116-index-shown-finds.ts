import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** Most finds are dropped, and only those that are shown get verdicts. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'finds_shown',
    table: 'finds',
    definition: "(org_id, listener_id, first_seen_at) where state in ('waiting', 'delivered')",
  })
}
