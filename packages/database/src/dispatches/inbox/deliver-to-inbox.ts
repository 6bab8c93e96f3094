import { type InboxDelivery, urgencies } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'
import { joinTransaction } from '../../join-transaction.ts'

/**
 * Keeps a message for members of a workspace, without the signals that were deleted meanwhile. A member has a message once,
 * however often it is delivered: a repeat also reaches those whom a try before did not.
 */
export async function deliverToInbox(
  database: Database,
  { orgId, messageId, personId, exceptPersonId, message }: InboxDelivery,
  nowMs: number,
): Promise<void> {
  await joinTransaction(database, async (transaction) => {
    const named = [...new Set(message.items.map(({ signalId }) => signalId))]
    const kept = await lockShown(transaction, { orgId, signalIds: named })
    if (named.length > 0 && kept.size === 0) return
    const items = message.items.filter(({ signalId }) => kept.has(signalId))
    const at = new Date(nowMs)
    const rank = message.urgency === undefined ? 0 : urgencies.indexOf(message.urgency) + 1
    await sql`
      insert into inbox_messages (org_id, message_id, message, signal_ids, created_at)
      values (${orgId}, ${messageId}, ${JSON.stringify({ ...message, items })}, ${[...kept]}, ${at})
      on conflict do nothing`.execute(transaction)
    await sql`
      insert into inbox_entries (org_id, person_id, message_id, rank, created_at)
      select ${orgId}, person_id, ${messageId}, ${rank}, ${at}
      from memberships m join people p using (person_id)
      where m.org_id = ${orgId} and p.disabled_at is null
        and person_id = coalesce(${personId ?? null}, person_id)
        and person_id is distinct from ${exceptPersonId ?? null}
      order by person_id for key share of m
      on conflict do nothing`.execute(transaction)
  })
}

/** A deletion waits until the message is stored, so that it finds and erases it. */
async function lockShown(
  transaction: DatabaseTransaction,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<Set<string>> {
  if (signalIds.length === 0) return new Set()
  const { rows } = await sql<{ signalId: string }>`
    select signal_id as "signalId" from signals
    where org_id = ${orgId} and signal_id = any(${[...signalIds]}) and relevance_score is not null
    order by signal_id for share`.execute(transaction)
  return new Set(rows.map(({ signalId }) => signalId))
}
