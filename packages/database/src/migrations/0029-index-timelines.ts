import type { Kysely } from 'kysely'
import { buildIndex } from '../schema/build-index.ts'

/** From a signal to its deliveries and to the history of its registers. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await buildIndex(database, {
    name: 'deliveries_by_record',
    table: 'deliveries',
    definition: '(org_id, record_id, delivery_id) where record_id is not null',
  })
  await buildIndex(database, {
    name: 'signal_events_by_signal',
    table: 'signal_events',
    definition: '(org_id, signal_id, signal_event_id)',
  })
}
