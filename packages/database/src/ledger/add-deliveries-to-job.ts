import { sql } from 'kysely'
import { addJobItems } from '../acts/jobs.ts'
import type { DatabaseTransaction } from '../database.ts'
import { type DeliveryFilter, matchesFilter } from './filter/delivery-filter.ts'

/** The deliveries that a job acts on: by their ids, or all that match a filter now. */
export type MeantDeliveries = { ids: readonly string[] } | { filter: DeliveryFilter }

/** Fixes the deliveries that a job acts on. Returns how many there are. */
export async function addDeliveriesToJob(
  transaction: DatabaseTransaction,
  { jobId, deliveries }: { jobId: string; deliveries: MeantDeliveries },
): Promise<number> {
  const query =
    'filter' in deliveries
      ? sql`select delivery_id as item_id from deliveries where ${matchesFilter(deliveries.filter)}`
      : sql`select delivery_id as item_id from deliveries where delivery_id = any(${[...deliveries.ids]})`
  return addJobItems(transaction, { jobId, query })
}
