import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Up to where a table of a warehouse was seen to be in sync, and the version of its columns. */
export type CursorCopy = {
  position: bigint
  version: number
  /** As the cursor has it. */
  history?: string | undefined
}

/** The copies of the cursors of a warehouse, by table; their truth is in the warehouse. */
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

/** Writes a copy for whoever leased the warehouse; false, and nothing, where the lease is theirs no more. */
export async function copyCursor(
  database: Database,
  { warehouseId, token, table, position, version, history }: CopyOptions,
): Promise<boolean> {
  // The lock keeps the lease from changing hands before the copy is there.
  const { numAffectedRows } = await sql`
    insert into warehouse_cursors (warehouse_id, table_name, position, version, history)
    select warehouse_id, ${table}, ${position}, ${version}, ${history ?? null} from warehouses
    where warehouse_id = ${warehouseId} and lease_token = ${token} for share
    on conflict (warehouse_id, table_name) do update
    set position = excluded.position, version = excluded.version,
      history = coalesce(excluded.history, warehouse_cursors.history)`.execute(database)
  return numAffectedRows === 1n
}
