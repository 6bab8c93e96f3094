import { sql } from 'kysely'
import type { Database } from '../database.ts'

/**
 * Queues deliveries again, as if they had just come: what is dead or ignored goes through again, what is applied
 * merges again. Others of the ids stay as they are. The sweep takes them up, so no queue is told.
 * Answers how many were queued.
 */
export async function replayDeliveries(database: Database, ids: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update deliveries
    set status = 'queued', attempts = 0, due_at = now(), error = null, issues = null, settled_at = null
    where delivery_id = any(${[...ids]}) and status in ('dead', 'ignored', 'applied')`.execute(database)
  return Number(numAffectedRows ?? 0)
}
