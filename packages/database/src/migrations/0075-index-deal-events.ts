import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** Warehouses find a change of a deal by its key, and read all in that order. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'deal_events_by_id',
    table: 'deal_events',
    definition: '(org_id, deal_event_id)',
    isUnique: true,
  })
}
