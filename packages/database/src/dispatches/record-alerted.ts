import { instantOf } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import { lockStored } from '../records/merge/lock-rows.ts'
import { recordTables } from '../records/merge/record-tables.ts'
import { writeEvents } from '../records/write-events.ts'

/**
 * Records that signals were sent, like the service's own `signal.alerted` event; keeps an earlier value, unless it came from
 * outside and is still to come by our clock, and leaves deleted signals alone. Must come before the other locks of a transaction.
 */
export async function recordAlerted(
  transaction: DatabaseTransaction,
  { orgId, signalIds, nowMs }: { orgId: string; signalIds: readonly string[]; nowMs: number },
): Promise<void> {
  if (signalIds.length === 0) return
  // The row of a signal guards its registers: without its lock, two workers would both find them empty, and the one with
  // the earlier time would change them once more.
  const held = signalIds.map((id) => ({ orgId, id, isOnlyHeld: true }))
  await lockStored(transaction, recordTables.signals, held)
  const { rows } = await sql<{ signalId: string }>`
    select s.signal_id as "signalId" from signals s
    left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id
    where s.org_id = ${orgId} and s.signal_id = any(${[...signalIds]})
      and s.relevance_score is not null
      and (r.alerted_at is null
           -- The last claim is the current one. Another worker's moment stands: clocks differ.
           or (r.alerted_at > ${new Date(nowMs)} and r.state #>> '{alertedAt,-1,key,sourceId}' <> ''))`.execute(
    transaction,
  )
  const alertedAt = instantOf(nowMs)
  const events = rows.map(({ signalId }) => ({
    orgId,
    idPrefix: 'svc_' as const,
    type: 'signal.alerted',
    dataAt: () => ({ signalId, alertedAt }),
  }))
  if (events.length > 0) await writeEvents(transaction, events, { nowMs })
}
