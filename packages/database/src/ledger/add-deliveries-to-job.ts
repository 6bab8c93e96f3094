import { sql } from 'kysely'
import { addJobItems } from '../acts/jobs.ts'
import type { DatabaseTransaction } from '../database.ts'
import type { DeliveryStatus } from '../tables.ts'
import { type DeliveryFilter, matchesFilter } from './filter/delivery-filter.ts'

/** The deliveries that a job acts on, of those with these ids or of all that match a filter now. */
export type MeantDeliveries = ({ ids: readonly string[] } | { filter: DeliveryFilter }) & {
  /** The statuses of those on which the job can act. */
  statuses: readonly DeliveryStatus[]
}

/** Fixes the deliveries that a job acts on. Returns how many there are. */
export async function addDeliveriesToJob(
  transaction: DatabaseTransaction,
  { jobId, deliveries }: { jobId: string; deliveries: MeantDeliveries },
): Promise<number> {
  const meant =
    'filter' in deliveries ? matchesFilter(deliveries.filter) : sql`delivery_id = any(${[...deliveries.ids]})`
  const query = sql`
    select delivery_id as item_id from deliveries where ${meant} and status = any(${[...deliveries.statuses]})`
  return addJobItems(transaction, { jobId, query })
}
