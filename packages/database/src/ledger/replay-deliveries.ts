import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** The statuses of deliveries that can be replayed. */
export const replayable = ['dead', 'ignored', 'applied'] as const

/**
 * Queues deliveries again, as if they had just arrived: dead and ignored ones go through again, applied ones merge
 * again. Leaves others unchanged. The sweep finds them, so no job is needed. Returns how many were queued.
 */
export async function replayDeliveries(database: Database, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries
    set status = 'queued', attempts = 0, due_at = now(), error = null, issues = null, settled_at = null
    where delivery_id = any(${[...ids]}) and status = any(${[...replayable]})`.execute(database)
  return Number(numAffectedRows ?? 0)
}
