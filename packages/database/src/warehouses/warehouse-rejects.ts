import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** A row that a warehouse refused, and why. */
export type RejectedRow = {
  table: string
  key: string
  reason: string
  rejectedAt: Date
  /** When it is sent again. */
  retryAt: Date
  /** How often this version of it was refused. */
  attempts: number
}

type Rejection = {
  warehouseId: string
  orgId: string
  table: string
  /** The position at which the row changed, */
  position?: bigint
  /** or its key. */
  key?: string
  reason: string
  /** How often this version of the row was refused, including this time. */
  attempts: number
  /** The time from now until the retry. */
  retryMs: number
}

/**
 * Records that a row was refused, replacing an earlier record. Returns false if the row
 * changed at the given position and again since, so it comes at a later one.
 */
export async function rejectRow(
  database: Database,
  { warehouseId, orgId, table, position, key, reason, attempts, retryMs }: Rejection,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into warehouse_rejects (warehouse_id, table_name, record_id, position, reason, attempts, retry_at)
    select warehouse_id, table_name, record_id, position, ${reason}, ${attempts}::integer,
      now() + make_interval(secs => ${retryMs / 1000})
    from changes join warehouses using (org_id)
    where warehouse_id = ${warehouseId} and org_id = ${orgId} and table_name = ${table}
      and ${key === undefined ? sql`position = ${position}` : sql`record_id = ${key}`}
    for key share of warehouses
    on conflict (warehouse_id, table_name, record_id) do update
    set position = excluded.position, reason = excluded.reason, rejected_at = now(), attempts = excluded.attempts,
      retry_at = excluded.retry_at`.execute(database)
  return numAffectedRows === 1n
}

/** The changes after `from` up to `to`, if set only those of some rows; or all rows after a key up to another. */
type Stretch =
  | { from: bigint; to: bigint; keys?: readonly string[] | null | undefined }
  | { afterKey: string; throughKey: string }

/**
 * Deletes the rejects of rows that were accepted with a stretch. A row that changed again comes once more, and its reject
 * is deleted then.
 */
export async function deleteRejects(
  database: Database,
  { warehouseId, orgId, table, ...stretch }: Pick<Rejection, 'warehouseId' | 'orgId' | 'table'> & Stretch,
): Promise<void> {
  if ('afterKey' in stretch) {
    await sql`
      delete from warehouse_rejects
      where warehouse_id = ${warehouseId} and table_name = ${table}
        and record_id > ${stretch.afterKey} and record_id <= ${stretch.throughKey}`.execute(database)
    return
  }
  const { from, to, keys = null } = stretch
  await sql`
    delete from warehouse_rejects r using changes c
    where r.warehouse_id = ${warehouseId} and r.table_name = ${table} and c.table_name = r.table_name
      and c.org_id = ${orgId} and c.record_id = r.record_id and c.position > ${from} and c.position <= ${to}
      and (${keys}::text[] is null or r.record_id = any(${keys}))`.execute(database)
}

export type RejectsPage = {
  items: RejectedRow[]
  /** The row after which the next page begins; undefined on the last page. */
  nextAfter: Pick<RejectedRow, 'table' | 'key'> | undefined
}

/** Returns rejects of a warehouse of a workspace, by table and key. */
export async function listRejects(
  database: Database,
  { orgId, warehouseId }: { orgId: string; warehouseId: string },
  { limit, after }: { limit: number; after?: Pick<RejectedRow, 'table' | 'key'> | undefined },
): Promise<RejectsPage> {
  const later =
    after === undefined ? sql`` : sql`and (table_name, record_id) > (${after.table}, ${after.key})`
  const { rows } = await sql<RejectedRow>`
    select table_name as "table", record_id as key, reason, rejected_at as "rejectedAt", retry_at as "retryAt", attempts
    from warehouse_rejects
    where warehouse_id = ${warehouseId} ${later}
      and exists (select from warehouses where warehouse_id = ${warehouseId} and org_id = ${orgId})
    order by table_name, record_id limit ${limit + 1}`.execute(database)
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextAfter: rows.length > limit && last ? { table: last.table, key: last.key } : undefined }
}

/** Returns by key why a leased warehouse refused some rows of a table; omits rows that it took. */
export async function findRejects(
  database: Database,
  { warehouseId, table, keys }: { warehouseId: string; table: string; keys: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<Pick<RejectedRow, 'key' | 'reason'>>`
    select record_id as key, reason from warehouse_rejects
    where warehouse_id = ${warehouseId} and table_name = ${table} and record_id = any(${[...keys]})`.execute(
    database,
  )
  return new Map(rows.map(({ key, reason }) => [key, reason]))
}

/** Counts the rows that a warehouse refuses, by table; omits tables of which it refuses none. */
export async function countRejects(database: Database, warehouseId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ table: string; rows: number }>`
    select table_name as "table", count(*)::integer as rows from warehouse_rejects
    where warehouse_id = ${warehouseId} group by table_name`.execute(database)
  return new Map(rows.map((one) => [one.table, one.rows]))
}
