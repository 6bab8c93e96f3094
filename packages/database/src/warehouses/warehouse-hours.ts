import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How old the data of a warehouse got in one hour. */
export type WarehouseHour = {
  /** Its first moment. */
  at: Date
  /** The longest that a change had waited when a worker measured it. */
  mostSeconds: number
}

const keptHours = 7 * 24

/** Records a measurement in its hour, and removes the hours of before a week. Does nothing for a warehouse that was removed. */
export async function recordHour(
  database: Database,
  { warehouseId, lagSeconds }: { warehouseId: string; lagSeconds: number },
): Promise<void> {
  await sql`
    with measured as (
      insert into warehouse_hours as known (warehouse_id, hour, most_lag_seconds)
      select warehouse_id, date_trunc('hour', now(), 'UTC'), ${lagSeconds}::integer from warehouses
      where warehouse_id = ${warehouseId} for key share
      on conflict (warehouse_id, hour) do update set most_lag_seconds = excluded.most_lag_seconds
      where known.most_lag_seconds < excluded.most_lag_seconds
    )
    delete from warehouse_hours
    where warehouse_id = ${warehouseId} and hour <= now() - ${sql.lit(`${keptHours} hours`)}::interval`.execute(
    database,
  )
}

/** Returns the hours of the last week in which a warehouse of a workspace was measured, the oldest first. */
export async function readHours(
  database: Database,
  { orgId, warehouseId }: { orgId: string; warehouseId: string },
): Promise<WarehouseHour[]> {
  const { rows } = await sql<WarehouseHour>`
    select hour as at, most_lag_seconds as "mostSeconds" from warehouse_hours
    where warehouse_id = ${warehouseId} and hour > now() - ${sql.lit(`${keptHours} hours`)}::interval
      and exists (select from warehouses where warehouse_id = ${warehouseId} and org_id = ${orgId})
    order by hour`.execute(database)
  return rows
}
