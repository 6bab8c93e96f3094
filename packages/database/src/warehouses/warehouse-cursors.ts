import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The position up to which a table of a warehouse was last seen in sync, and the version of its columns. */
export type CursorCopy = {
  position: bigint
  version: number
  /** The same as in the cursor. */
  history?: string | undefined
  /** Rows that a fill in the order of keys has sent, while it is under way and `position` is still 0. */
  rowsFilled?: number | undefined
}

/** Returns the copies of a warehouse's cursors, by table; the originals are in the warehouse. */
export async function readCursorCopies(
  database: Database,
  warehouseId: string,
): Promise<Map<string, CursorCopy>> {
  const { rows } = await sql<{ table: string; position: string; version: number; history: string | null }>`
    select table_name as "table", position, version, history from warehouse_cursors
    where warehouse_id = ${warehouseId}`.execute(database)
  return new Map(
    rows.map(({ table, position, version, history }) => [
      table,
      { position: BigInt(position), version, ...(history !== null && { history }) },
    ]),
  )
}

type CopyOptions = CursorCopy & { warehouseId: string; token: string; table: string }

/** Stores a copy for the holder of the lease; returns false, and stores nothing, if the lease has ended. */
export async function copyCursor(
  database: Database,
  { warehouseId, token, table, position, version, history, rowsFilled = 0 }: CopyOptions,
): Promise<boolean> {
  // The lock keeps the lease from changing hands before the copy is stored.
  const { numAffectedRows } = await sql`
    insert into warehouse_cursors (warehouse_id, table_name, position, version, history, rows_filled)
    select warehouse_id, ${table}, ${position}, ${version}, ${history ?? null}, ${rowsFilled} from warehouses
    where warehouse_id = ${warehouseId} and lease_token = ${token} for share
    on conflict (warehouse_id, table_name) do update
    set position = excluded.position, version = excluded.version, rows_filled = excluded.rows_filled,
      history = coalesce(excluded.history, warehouse_cursors.history)`.execute(database)
  return numAffectedRows === 1n
}
