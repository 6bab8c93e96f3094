import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A row that a warehouse did not take, and why. */
export type RejectedRow = { table: string; key: string; reason: string; rejectedAt: Date }

type Rejection = {
  warehouseId: string
  orgId: string
  table: string
  position: bigint
  reason: string
  /** How often this version of the row was refused, this time included. */
  attempts: number
  /** When it is tried again, from now. */
  retryMs: number
}

/**
 * Notes that the row which changed at a position is not taken, in place of what was noted of it before; false where it
 * changed again since, so that it comes at a later position.
 */
export async function rejectRow(
  database: Database,
  { warehouseId, orgId, table, position, reason, attempts, retryMs }: Rejection,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into warehouse_rejects (warehouse_id, table_name, record_id, position, reason, attempts, retry_at)
    select warehouse_id, table_name, record_id, position, ${reason}, ${attempts}::integer,
      now() + make_interval(secs => ${retryMs / 1000})
    from changes join warehouses using (org_id)
    where warehouse_id = ${warehouseId} and org_id = ${orgId} and table_name = ${table} and position = ${position}
    on conflict (warehouse_id, table_name, record_id) do update
    set position = excluded.position, reason = excluded.reason, rejected_at = now(), attempts = excluded.attempts,
      retry_at = excluded.retry_at`.execute(database)
  return numAffectedRows === 1n
}

type Stretch = {
  from: bigint
  to: bigint
  /** Where only these rows were taken. */
  keys?: readonly string[] | null | undefined
}

/**
 * Forgets the rejects among the rows that were taken with the changes after `from` up to `to`. A row that changed again
 * since comes once more, and is forgotten then.
 */
export async function forgetRejects(
  database: Database,
  {
    warehouseId,
    orgId,
    table,
    from,
    to,
    keys = null,
  }: Pick<Rejection, 'warehouseId' | 'orgId' | 'table'> & Stretch,
): Promise<void> {
  await sql`
    delete from warehouse_rejects r using changes c
    where r.warehouse_id = ${warehouseId} and r.table_name = ${table} and c.table_name = r.table_name
      and c.org_id = ${orgId} and c.record_id = r.record_id and c.position > ${from} and c.position <= ${to}
      and (${keys}::text[] is null or r.record_id = any(${keys}))`.execute(database)
}

/** All of a warehouse, by table and key. */
export async function listRejects(database: Database, warehouseId: string): Promise<RejectedRow[]> {
  const { rows } = await sql<RejectedRow>`
    select table_name as "table", record_id as key, reason, rejected_at as "rejectedAt"
    from warehouse_rejects where warehouse_id = ${warehouseId}
    order by table_name, record_id`.execute(database)
  return rows
}
