import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { DispatchKey } from '../write-dispatches.ts'

/** Expires messages that would arrive too late to be useful. Returns their dispatches' keys. */
export async function expireMessages(
  transaction: DatabaseTransaction,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<(DispatchKey & { orgId: string })[]> {
  const now = new Date(nowMs)
  const { rows } = await sql<DispatchKey & { orgId: string }>`
    with late as (
      select message_id from messages
      where status = 'pending' and expires_at <= ${now}
      order by expires_at limit ${limit} for update skip locked
    ),
    ended as (
      update messages m set status = 'expired', reason = 'expired', settled_at = ${now}
      from late where m.message_id = late.message_id
      returning org_id, rule_id, channel_id, signal_id, digest_id
    )
    select org_id as "orgId", rule_id as "ruleId", channel_id as "channelId", signal_id as "signalId"
    from ended where digest_id is null
    union
    select d.org_id, d.rule_id, d.channel_id, d.signal_id from ended join dispatches d using (digest_id)`.execute(
    transaction,
  )
  return rows
}
