import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Gives up deliveries that are dead or queued: they become ignored, and can still be replayed while the ledger
 * keeps them. Others of the ids stay as they are. Answers how many were given up.
 */
export async function discardDeliveries(database: Database, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries
    set status = 'ignored', error = 'discarded by an operator', settled_at = now()
    where delivery_id = any(${[...ids]}) and status in ('dead', 'queued')`.execute(database)
  return Number(numAffectedRows ?? 0)
}
