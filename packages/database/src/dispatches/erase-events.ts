import { sql } from 'kysely'
import type { Database } from '../database.ts'

/** Takes the text of signals that were deleted out of events that still wait to be sent. */
export async function eraseEvents(
  database: Database,
  { orgId, signalIds, nowMs }: { orgId: string; signalIds: readonly string[]; nowMs: number },
): Promise<void> {
  if (signalIds.length === 0) return
  await sql`
    update messages set status = 'suppressed', reason = 'deleted', event = null, settled_at = ${new Date(nowMs)}
    where org_id = ${orgId} and signal_id = any(${[...signalIds]}) and kind = 'event' and status = 'pending'
      and event #> '{data,signal}' is not null`.execute(database)
}
