import { type RawBuilder, sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import type { DispatchStatus } from '../tables.ts'
import type { Message } from './messages/take-message.ts'
import { type DispatchKey, keysOf } from './write-dispatches.ts'

type Target = Pick<Message, 'orgId' | 'kind' | 'ruleId' | 'channelId' | 'signalId' | 'digestId'>

/**
 * Marks the dispatches of a message that arrived as sent; the first success counts. Returns the ids of their signals.
 */
export async function settleSent(
  transaction: DatabaseTransaction,
  message: Target,
  nowMs: number,
): Promise<string[]> {
  if (isOutsideRules(message)) return []
  const status = message.kind === 'digest' ? 'digested' : 'sent'
  const { rows } = await sql<{ signalId: string }>`
    update dispatches set status = ${status}, sent_at = coalesce(sent_at, ${new Date(nowMs)}),
      reason = case when ${message.kind === 'digest'} then reason end
    where ${isSentBy(message)} and status in ('pending', 'expired', 'failed', 'unknown')
    returning signal_id as "signalId"`.execute(transaction)
  return rows.map(({ signalId }) => signalId)
}

/** Settles the dispatches of a message that will not arrive, unless another message may still send them. */
export async function settleUnsent(
  transaction: DatabaseTransaction,
  message: Target & Pick<Message, 'messageId'>,
  { status, reason }: { status: DispatchStatus; reason: string | undefined },
): Promise<void> {
  if (isOutsideRules(message)) return
  // In a statement of its own, so the next one sees what was settled meanwhile. Without this lock, the last two messages of
  // a dispatch could each leave it to the other.
  await sql`
    select from dispatches where ${isSentBy(message)} order by rule_id, channel_id, signal_id for update`.execute(
    transaction,
  )
  const others =
    message.digestId !== null
      ? sql`m.digest_id = ${message.digestId}`
      : sql`m.org_id = ${message.orgId} and m.signal_id = ${message.signalId} and m.rule_id = ${message.ruleId}
            and m.channel_id = ${message.channelId}`
  await sql`
    update dispatches set status = ${status}, reason = ${reason ?? null},
      post_key = case when ${status === 'suppressed' || status === 'failed'} then null else post_key end
    where ${isSentBy(message)} and status in ('pending', 'expired')
      and not exists (
        select from messages m
        where ${others} and m.message_id <> ${message.messageId} and m.status in ('pending', 'sending', 'sent')
      )`.execute(transaction)
}

/** Suppresses dispatches that were to be sent. */
export async function suppressDispatches(
  transaction: DatabaseTransaction,
  orgId: string,
  { keys, reason }: { keys: DispatchKey[]; reason: string },
): Promise<void> {
  if (keys.length === 0) return
  await sql`
    update dispatches set status = 'suppressed', reason = ${reason}, post_key = null
    where org_id = ${orgId} and (rule_id, channel_id, signal_id) in (select * from ${keysOf(keys)})
      and status in ('pending', 'expired')`.execute(transaction)
}

/** Moves dispatches into a digest, with the reason why they wait for it. */
export async function moveToDigest(
  transaction: DatabaseTransaction,
  orgId: string,
  {
    keys,
    digestId,
    status,
    reason,
  }: { keys: DispatchKey[]; digestId: string; status: 'pending' | 'expired'; reason: string },
): Promise<void> {
  await sql`
    update dispatches set digest_id = ${digestId}, status = ${status}, reason = ${reason}
    where org_id = ${orgId} and (rule_id, channel_id, signal_id) in (select * from ${keysOf(keys)})
      and status in ('pending', 'expired')`.execute(transaction)
}

/** Suppresses everything that waits for disabled channels. Returns the number of messages. */
export async function suppressDisabled(transaction: DatabaseTransaction, nowMs: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update messages set status = 'suppressed', reason = 'channel_disabled',
      settled_at = ${new Date(nowMs)}
    where status = 'pending' and channel_id in (select channel_id from channels where state = 'disabled')`.execute(
    transaction,
  )
  await sql`
    update dispatches set status = 'suppressed', reason = 'channel_disabled', post_key = null
    where status = 'pending' and channel_id in (select channel_id from channels where state = 'disabled')
      and not exists (
        select from messages m
        where m.status = 'sending' and m.channel_id = dispatches.channel_id
          and (m.signal_id = dispatches.signal_id or m.digest_id = dispatches.digest_id)
      )`.execute(transaction)
  return Number(numAffectedRows ?? 0)
}

/** Events, notices, tests and follow-ups have no dispatch. */
function isOutsideRules({ kind }: Target): boolean {
  return kind === 'event' || kind === 'notice' || kind === 'test' || kind === 'follow_up'
}

function isSentBy({ orgId, ruleId, channelId, signalId, digestId }: Target): RawBuilder<unknown> {
  return digestId !== null
    ? sql`digest_id = ${digestId}`
    : sql`org_id = ${orgId} and rule_id = ${ruleId} and channel_id = ${channelId} and signal_id = ${signalId}`
}
