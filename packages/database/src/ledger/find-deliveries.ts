import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { DeliveryStatus } from '../tables.ts'
import { type DeliveryFilter, matchesFilter } from './filter/delivery-filter.ts'
import { selectNewest } from './filter/select-newest.ts'

/** Returns how many deliveries match now. */
export async function countDeliveries(database: Database, filter: DeliveryFilter): Promise<number> {
  const { rows } = await sql<{ matched: number }>`
    select count(*)::float8 as matched from deliveries where ${matchesFilter(filter)}`.execute(database)
  return rows[0]?.matched ?? 0
}

/** Returns how many deliveries match now, up to `atMost` of them. */
export async function countDeliveriesUpTo(
  database: Database,
  filter: DeliveryFilter,
  atMost: number,
): Promise<number> {
  const { rows } = await sql<{ matched: number }>`
    select least(count(*), ${atMost})::float8 as matched
    from (${selectNewest(filter, { columns: sql`1`, limit: atMost })}) found`.execute(database)
  return rows[0]?.matched ?? 0
}

/** Returns the deliveries among the ids, with `orgId` only of that workspace, in the order of their ids. */
export async function findDeliveries(
  database: Database,
  ids: readonly string[],
  orgId?: string,
): Promise<{ deliveryId: string; orgId: string; status: DeliveryStatus }[]> {
  const ofWorkspace = orgId === undefined ? sql`` : sql`and org_id = ${orgId}`
  const { rows } = await sql<{ deliveryId: string; orgId: string; status: DeliveryStatus }>`
    select delivery_id as "deliveryId", org_id as "orgId", status from deliveries
    where delivery_id = any(${[...ids]}) ${ofWorkspace} order by delivery_id`.execute(database)
  return rows
}
