import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { awaitWriters } from './await-writers.ts'
import { captureEvents } from './capture-events.ts'

const capturedAtOnce = 200

/**
 * Copies what the ledger already has, for a warehouse that asks for it, or what an earlier call left. What is settled
 * meanwhile is copied by those who settle it. Repeating it does no harm. Ends early once
 * `shouldStop` returns true.
 */
export async function captureLedger(
  database: Database,
  {
    warehouseId,
    orgId,
    shouldStop = () => false,
  }: { warehouseId: string; orgId: string; shouldStop?: () => boolean },
): Promise<void> {
  let after = await readCapturedAfter(database, warehouseId)
  if (after === null) return
  // Some may have begun to settle before the warehouse was there, and copy nothing.
  await awaitWriters(database, { table: 'deliveries', shouldStop })
  while (after !== null && !shouldStop()) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select delivery_id as id from deliveries
      where org_id = ${orgId} and delivery_id > ${after} order by delivery_id limit ${capturedAtOnce}`.execute(
      database,
    )
    const ids = rows.map(({ id }) => id)
    await captureEvents(database, ids)
    after = ids.at(-1) ?? null
    await database
      .updateTable('warehouses')
      .set({ ledger_captured_after: after })
      .where('warehouse_id', '=', warehouseId)
      .execute()
  }
}

/** Null once all is copied. */
async function readCapturedAfter(database: Database, warehouseId: string): Promise<string | null> {
  const found = await database
    .selectFrom('warehouses')
    .select('ledger_captured_after as after')
    .where('warehouse_id', '=', warehouseId)
    .where('has_ledger', '=', true)
    .executeTakeFirst()
  return found?.after ?? null
}
