import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { type DeliveryFilter, matchesFilter } from './delivery-filter.ts'

const chunkSize = 500

/** The deliveries that match at this moment. */
export type DeliveryCensus = { matched: number; lastDeliveryId: string | null }

export async function countDeliveries(database: Database, filter: DeliveryFilter): Promise<DeliveryCensus> {
  const { rows } = await sql<{ matched: string; lastDeliveryId: string | null }>`
    select count(*) as matched, max(delivery_id) as "lastDeliveryId" from deliveries
    where ${matchesFilter(filter)}`.execute(database)
  const [row] = rows
  return { matched: Number(row?.matched ?? 0), lastDeliveryId: row?.lastDeliveryId ?? null }
}

/**
 * The ids of the deliveries that match, in chunks, the oldest first. It ends with what the census saw, so that it
 * ends at all where deliveries come in, or come to match again, as fast as they are walked over.
 */
export async function* walkDeliveries(
  database: Database,
  filter: DeliveryFilter,
  { lastDeliveryId }: DeliveryCensus,
): AsyncGenerator<string[]> {
  if (lastDeliveryId === null) return
  let after = ''
  for (;;) {
    const { rows } = await sql<{ deliveryId: string }>`
      select delivery_id as "deliveryId" from deliveries
      where ${matchesFilter(filter)} and delivery_id > ${after} and delivery_id <= ${lastDeliveryId}
      order by delivery_id limit ${chunkSize}`.execute(database)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map((row) => row.deliveryId)
    after = last.deliveryId
  }
}

/** Those of the ids that are deliveries, with `orgId` only of that workspace. */
export async function findDeliveryIds(
  database: Database,
  ids: readonly string[],
  orgId?: string,
): Promise<string[]> {
  const ofWorkspace = orgId === undefined ? sql`` : sql`and org_id = ${orgId}`
  const { rows } = await sql<{ deliveryId: string }>`
    select delivery_id as "deliveryId" from deliveries
    where delivery_id = any(${[...ids]}) ${ofWorkspace} order by delivery_id`.execute(database)
  return rows.map((row) => row.deliveryId)
}
