import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A row to retry, the position of its last change, and how often it was refused in a row. */
export type DueReject = { key: string; position: bigint; attempts: number }

type RejectsOf = { warehouseId: string; table: string }

/** Whether a row that the warehouse refused is due for a retry. */
export async function hasDueRejects(database: Database, warehouseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from warehouse_rejects where warehouse_id = ${warehouseId} and retry_at <= now() limit 1`.execute(
    database,
  )
  return rows.length > 0
}

/**
 * Returns rows of a table that a leased warehouse refused before the lease began: the due ones, or all. Omits a row
 * that changed after `upTo`, since the sync brings its newer version.
 */
export async function listDueRejects(
  database: Database,
  {
    warehouseId,
    orgId,
    table,
    upTo,
    limit,
    all,
  }: RejectsOf & { orgId: string; upTo: bigint; limit: number; all: boolean },
): Promise<DueReject[]> {
  const { rows } = await sql<Omit<DueReject, 'position'> & { position: string }>`
    select r.record_id as key, c.position, r.attempts
    from warehouse_rejects r
    join warehouses w using (warehouse_id)
    join changes c on c.table_name = r.table_name and c.org_id = ${orgId} and c.record_id = r.record_id
    where r.warehouse_id = ${warehouseId} and r.table_name = ${table} and r.rejected_at < w.leased_at
      and c.position <= ${upTo} and (${all} or r.retry_at <= now())
    order by r.retry_at, r.record_id
    limit ${limit}`.execute(database)
  return rows.map(({ position, ...row }) => ({ ...row, position: BigInt(position) }))
}

/** Postpones the retries of a table's rows. */
export async function postponeRejects(
  database: Database,
  { warehouseId, table, retryMs }: RejectsOf & { retryMs: number },
): Promise<void> {
  await sql`
    update warehouse_rejects set retry_at = now() + make_interval(secs => ${retryMs / 1000})
    where warehouse_id = ${warehouseId} and table_name = ${table} and retry_at <= now()`.execute(database)
}
