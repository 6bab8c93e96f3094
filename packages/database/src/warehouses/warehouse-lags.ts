import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** How far one table of a warehouse was behind when a worker last measured it. */
export type MeasuredLag = {
  rowsBehind: number
  /** All rows of the table, about; null where it is not far behind. */
  rowsTotal: number | null
  /** How fast it caught up since the measurement before; 0 where it did not. */
  rowsPerSecond: number
  measuredAt: Date
}

/** From so many on, it matters how much of the whole is done. */
const farBehindRows = 1_000

/**
 * Records how far the tables of a warehouse are behind. The rows of all are counted once, when a table falls far
 * behind, and kept until it has caught up.
 */
export async function recordLags(
  database: Database,
  {
    warehouseId,
    orgId,
    rowsBehind,
  }: { warehouseId: string; orgId: string; rowsBehind: Readonly<Record<string, number>> },
): Promise<void> {
  await sql`
    insert into warehouse_lags as lag (warehouse_id, table_name, rows_behind, rows_total)
    select warehouse_id, measured.table_name, rows_behind,
      case when rows_behind > ${sql.lit(farBehindRows)} then coalesce(
        (select rows_total from warehouse_lags before
         where before.warehouse_id = w.warehouse_id and before.table_name = measured.table_name),
        (select count(*) from changes c where c.org_id = w.org_id and c.table_name = measured.table_name)
      ) end
    from warehouses w
    cross join unnest(${Object.keys(rowsBehind)}::text[], ${Object.values(rowsBehind)}::bigint[])
      as measured (table_name, rows_behind)
    where w.warehouse_id = ${warehouseId} and w.org_id = ${orgId}
    for key share of w
    on conflict (warehouse_id, table_name) do update
    set rows_behind = excluded.rows_behind,
      -- greatest() takes null for no value at all.
      rows_total = case when excluded.rows_behind > 0 and coalesce(excluded.rows_total, lag.rows_total) is not null
        then greatest(coalesce(excluded.rows_total, lag.rows_total), excluded.rows_behind) end,
      rows_per_second = greatest(0, (lag.rows_behind - excluded.rows_behind)
        / greatest(1, extract(epoch from now() - lag.measured_at))),
      measured_at = now()`.execute(database)
}

/** Returns by warehouse and table what the workers last measured in a workspace. */
export async function readLags(
  database: Database,
  orgId: string,
): Promise<Map<string, ReadonlyMap<string, MeasuredLag>>> {
  const { rows } = await sql<MeasuredLag & { warehouseId: string; table: string }>`
    select warehouse_id as "warehouseId", table_name as "table", rows_behind::float8 as "rowsBehind",
      rows_total::float8 as "rowsTotal", rows_per_second as "rowsPerSecond", measured_at as "measuredAt"
    from warehouse_lags join warehouses using (warehouse_id) where org_id = ${orgId}`.execute(database)
  const lags = new Map<string, Map<string, MeasuredLag>>()
  for (const { warehouseId, table, ...lag } of rows) {
    const ofWarehouse = lags.get(warehouseId) ?? new Map<string, MeasuredLag>()
    lags.set(warehouseId, ofWarehouse.set(table, lag))
  }
  return lags
}
