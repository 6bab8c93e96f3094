import { type Kysely, sql } from 'kysely'
import { idFloor } from '../ids.ts'
import { buildIndex, type ConcurrentIndex } from '../schema/build-index.ts'

const dayMs = 86_400_000
const countedDays = 9

/**
 * Indexes for each filter of deliveries, in the order of their lists. Those of settled deliveries cost the intake
 * nothing, and what is applied is found by the workspace alone: nearly every delivery is.
 */
const indexes: readonly ConcurrentIndex[] = [
  {
    name: 'deliveries_queued',
    table: 'deliveries',
    definition: "(org_id, delivery_id) where status = 'queued'",
  },
  { name: 'deliveries_by_event', table: 'deliveries', definition: '(org_id, event_id, delivery_id)' },
  {
    name: 'deliveries_by_status',
    table: 'deliveries',
    definition: "(org_id, status, delivery_id) where status not in ('queued', 'applied')",
  },
  {
    name: 'deliveries_by_source',
    table: 'deliveries',
    definition: "(org_id, source_id, status, delivery_id) where status <> 'queued'",
  },
  {
    name: 'deliveries_by_type',
    table: 'deliveries',
    definition: "(org_id, type, status, delivery_id) where status <> 'queued'",
  },
]

/** Counts what was settled before the trigger of 0034, and builds the indexes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const floor = idFloor('dlv_', Math.max(0, Date.now() - countedDays * dayMs))
  await sql`select recount_ledger(${floor})`.execute(database)
  for (const index of indexes) await buildIndex(database, index)
}
