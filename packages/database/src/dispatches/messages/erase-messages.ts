import { sql } from 'kysely'
import type { Database } from '../../database.ts'

type Deleted = { orgId: string; signalIds: readonly string[] }

/**
 * Removes the text of deleted signals from waiting events, from receivers' answers, which may repeat it, and from
 * changes that were set aside.
 */
export async function eraseMessages(
  database: Database,
  { orgId, signalIds, nowMs }: Deleted & { nowMs: number },
): Promise<void> {
  if (signalIds.length === 0) return
  await sql`
    update messages set status = 'suppressed', reason = 'deleted', event = null, settled_at = ${new Date(nowMs)}
    where org_id = ${orgId} and signal_id = any(${[...signalIds]}) and kind = 'event' and status = 'pending'
      and event #> '{data,signal}' is not null`.execute(database)
  await eraseAnswers(database, { orgId, signalIds })
  await sql`
    update pending_changes set document = null, document_before = null
    where error is not null and org_id = ${orgId} and record = 'signal'
      and record_id = any(${[...signalIds]})`.execute(database)
}

async function eraseAnswers(database: Database, { orgId, signalIds }: Deleted): Promise<void> {
  await sql`
    update attempts set answer = null
    where answer is not null and message_id in (
      select message_id from messages where org_id = ${orgId} and signal_id = any(${[...signalIds]})
      union all
      select message_id from dispatches d join messages m using (digest_id)
      where d.org_id = ${orgId} and d.signal_id = any(${[...signalIds]})
    )`.execute(database)
}
