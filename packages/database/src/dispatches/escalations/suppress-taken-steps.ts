import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'

type Ended = { escalationId: string; signalId: string }

/** Suppresses the steps of ended runs that were written but wait to be sent, as for business hours. */
export async function suppressTakenSteps(
  transaction: DatabaseTransaction,
  orgId: string,
  { runs, nowMs }: { runs: readonly Ended[]; nowMs: number },
): Promise<void> {
  if (runs.length === 0) return
  const ended = sql`
    unnest(${runs.map(({ escalationId }) => escalationId)}::text[], ${runs.map(({ signalId }) => signalId)}::text[])
      as ended (escalation_id, signal_id)`
  // Messages before dispatches, as senders lock them.
  await sql`
    update messages m set status = 'suppressed', reason = 'taken', settled_at = ${new Date(nowMs)}
    from ${ended}
    where m.org_id = ${orgId} and m.signal_id = ended.signal_id and starts_with(m.rule_id, ended.escalation_id || '.')
      and m.status = 'pending' and m.digest_id is null and not m.is_replay`.execute(transaction)
  await sql`
    update dispatches d set status = 'suppressed', reason = 'taken', post_key = null
    from ${ended}
    where d.org_id = ${orgId} and d.signal_id = ended.signal_id and d.escalation_id = ended.escalation_id
      and d.status = 'pending' and d.digest_id is null and not exists (
        select from messages m
        where m.org_id = d.org_id and m.signal_id = d.signal_id and m.rule_id = d.rule_id
          and m.channel_id = d.channel_id and m.status in ('pending', 'sending', 'sent')
      )`.execute(transaction)
}
