import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Discards dead and queued deliveries: they become ignored, and can be replayed while the ledger keeps them. Leaves
 * others unchanged. Returns how many were discarded.
 */
export async function discardDeliveries(database: Database, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries
    set status = 'ignored', error = 'discarded by an operator', settled_at = now()
    where delivery_id = any(${[...ids]}) and status in ('dead', 'queued')`.execute(database)
  return Number(numAffectedRows ?? 0)
}
