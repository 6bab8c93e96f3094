import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Records why a warehouse is rewritten, during the rewrite and for a while after it. */
export async function recordRewrite(
  database: Database,
  { warehouseId, reason }: { warehouseId: string; reason: string },
): Promise<void> {
  await sql`
    update warehouses
    set rewrite_began_at = case when rewrite_ended_at is null then coalesce(rewrite_began_at, now()) else now() end,
      rewrite_ended_at = null, rewrite_reason = ${reason}
    where warehouse_id = ${warehouseId}`.execute(database)
}

/** Returns the database with which the cursors in a warehouse were last compared; null before the first time. */
export async function readComparedIn(database: Database, warehouseId: string): Promise<string | null> {
  const { rows } = await sql<{ comparedIn: string | null }>`
    select compared_in as "comparedIn" from warehouses where warehouse_id = ${warehouseId}`.execute(database)
  return rows[0]?.comparedIn ?? null
}

/** Records that all tables are in sync with a database, which ends a rewrite. */
export async function recordComparedIn(
  database: Database,
  { warehouseId, comparedIn }: { warehouseId: string; comparedIn: string },
): Promise<void> {
  await sql`
    update warehouses
    set compared_in = ${comparedIn},
      rewrite_ended_at = case when rewrite_began_at is null then null else coalesce(rewrite_ended_at, now()) end
    where warehouse_id = ${warehouseId}`.execute(database)
}
