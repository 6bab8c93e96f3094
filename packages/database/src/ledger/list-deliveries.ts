import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { DeliveryStatus } from '../tables.ts'
import type { DeliveryFilter } from './filter/delivery-filter.ts'
import { selectNewest } from './filter/select-newest.ts'

export type ListedDelivery = {
  deliveryId: string
  sourceId: string
  eventId: string
  /** Null if the body is not our envelope. */
  type: string | null
  status: DeliveryStatus
  receivedAt: Date
  /** Attempts to apply it. */
  attempts: number
}

export type DeliveryPage = {
  items: ListedDelivery[]
  /** The id after which the next page begins; undefined on the last page. */
  nextAfter: string | undefined
}

/** Returns the matching deliveries, the newest first. */
export async function listDeliveries(
  database: Database,
  filter: DeliveryFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<DeliveryPage> {
  const columns = sql`delivery_id, source_id, event_id, type, status, received_at, attempts`
  const { rows } = await sql<ListedDelivery>`
    select delivery_id as "deliveryId", source_id as "sourceId", event_id as "eventId", type, status,
           received_at as "receivedAt", attempts
    from (${selectNewest(filter, { columns, limit: limit + 1, after })}) found
    order by delivery_id desc limit ${limit + 1}`.execute(database)
  const items = rows.slice(0, limit)
  return { items, nextAfter: rows.length > limit ? items.at(-1)?.deliveryId : undefined }
}
