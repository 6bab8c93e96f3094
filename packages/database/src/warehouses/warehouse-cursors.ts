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
  /**
   * The greatest position up to which the warehouse had all rows of the table, which stays where the cursor is lost or set
   * back; at least `position`.
   */
  reached: bigint
  /** The edition of the warehouse with which the table was last begun; 0 by default. */
  edition?: number | undefined
}

/** Returns the copies of a warehouse's cursors, by table; the originals are in the warehouse. */
export async function readCursorCopies(
  database: Database,
  warehouseId: string,
): Promise<Map<string, CursorCopy>> {
  const { rows } = await sql<Copy>`
    select table_name as "table", position, greatest(position, reached) as reached, version, history, edition
    from warehouse_cursors
    where warehouse_id = ${warehouseId}`.execute(database)
  return new Map(
    rows.map(({ table, position, reached, version, history, edition }) => [
      table,
      {
        ...{ position: BigInt(position), reached: BigInt(reached), version, edition },
        ...(history !== null && { history }),
      },
    ]),
  )
}

type Copy = {
  table: string
  position: string
  reached: string
  version: number
  history: string | null
  edition: number
}

type CopyOptions = Omit<CursorCopy, 'edition' | 'reached'> & {
  warehouseId: string
  token: string
  table: string
  /** Whether the table starts over, so that how far it once was no longer counts; with a new version it always does. */
  isBegun?: boolean | undefined
}

/** Stores a copy for the holder of the lease; returns false, and stores nothing, if the lease has ended. */
export async function copyCursor(
  database: Database,
  { warehouseId, token, table, position, version, history, rowsFilled = 0, isBegun = false }: CopyOptions,
): Promise<boolean> {
  // The lock keeps the lease from changing hands before the copy is stored.
  const { numAffectedRows } = await sql`
    insert into warehouse_cursors (warehouse_id, table_name, position, version, history, rows_filled)
    select warehouse_id, ${table}, ${position}, ${version}, ${history ?? null}, ${rowsFilled} from warehouses
    where warehouse_id = ${warehouseId} and lease_token = ${token} for share
    on conflict (warehouse_id, table_name) do update
    set position = excluded.position, version = excluded.version, rows_filled = excluded.rows_filled,
      reached = case when ${isBegun} or warehouse_cursors.version < excluded.version then excluded.position
        else greatest(warehouse_cursors.reached, warehouse_cursors.position, excluded.position) end,
      history = coalesce(excluded.history, warehouse_cursors.history)`.execute(database)
  return numAffectedRows === 1n
}

/** Records for the holder of the lease that a table was begun with the present edition of its warehouse. */
export async function beginEdition(
  database: Database,
  { warehouseId, token, table }: { warehouseId: string; token: string; table: string },
): Promise<void> {
  await sql`
    update warehouse_cursors set edition = warehouses.edition from warehouses
    where warehouses.warehouse_id = ${warehouseId} and lease_token = ${token}
      and warehouse_cursors.warehouse_id = ${warehouseId} and table_name = ${table}`.execute(database)
}
