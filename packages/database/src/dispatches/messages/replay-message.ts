import { RejectedError } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { MessageKind, MessageStatus } from '../../tables.ts'

type Replayed = {
  orgId: string
  channelId: string
  kind: MessageKind
  status: MessageStatus
  ruleId: string | null
  signalId: string | null
  digestId: string | null
  hasContent: boolean
  isChannelDisabled: boolean
  /** Whether it waits for its next try, or with its channel for that of others. */
  isWaiting: boolean
}

/**
 * Lets a message that was settled be sent again, whether or not it arrived, and one that waits be sent now. It keeps its
 * id, by which receivers recognise a repeat, and its attempts. Throws RejectedError `not_found` or `conflict`.
 */
export async function replayMessage(
  transaction: DatabaseTransaction,
  { messageId, orgId, nowMs }: { messageId: string; orgId?: string | undefined; nowMs: number },
): Promise<{ messageId: string; orgId: string; channelId: string; status: MessageStatus }> {
  const now = new Date(nowMs)
  const { rows } = await sql<Replayed>`
    select m.org_id as "orgId", m.channel_id as "channelId", m.kind, m.status, m.rule_id as "ruleId",
           m.signal_id as "signalId", m.digest_id as "digestId", m.event is not null as "hasContent",
           c.state = 'disabled' as "isChannelDisabled",
           m.due_at > ${now} or coalesce(h.paused_until > ${now}, false) as "isWaiting"
    from messages m join channels c using (channel_id) left join channel_health h using (channel_id)
    where m.message_id = ${messageId} and (${orgId ?? null}::text is null or m.org_id = ${orgId ?? null})
    for update of m`.execute(transaction)
  const [message] = rows
  if (message === undefined) throw new RejectedError('not_found', 'There is no such message.')
  const refusal = findRefusal(message)
  if (refusal !== undefined) throw new RejectedError('conflict', refusal)
  await sql`
    update messages set status = 'pending', reason = null, is_replay = true, is_retry = false, failures = 0,
      ambiguities = 0, due_at = ${now}, expires_at = null, settled_at = null
    where message_id = ${messageId}`.execute(transaction)
  // What the receiver or a person asked for stays.
  await sql`
    update channel_health set paused_until = null
    where channel_id = ${message.channelId} and paused_until is not null`.execute(transaction)
  await reopenDispatches(transaction, message)
  return { messageId, orgId: message.orgId, channelId: message.channelId, status: message.status }
}

function findRefusal({
  kind,
  status,
  hasContent,
  isChannelDisabled,
  isWaiting,
}: Replayed): string | undefined {
  if (status === 'sending' || (status === 'pending' && !isWaiting))
    return 'The message is being sent right now.'
  if (kind === 'test') return 'A test is not sent again. Test the channel instead.'
  if ((kind === 'event' || kind === 'notice') && !hasContent)
    return 'The content of the message is no longer stored.'
  return isChannelDisabled ? 'The channel is disabled. Enable it first.' : undefined
}

/** Decisions that were sent, or that this message did not settle, stay as they are. */
async function reopenDispatches(
  transaction: DatabaseTransaction,
  { orgId, channelId, ruleId, signalId, digestId }: Replayed,
): Promise<void> {
  if (ruleId === null) return
  const isCarried = digestId === null ? sql`signal_id = ${signalId}` : sql`digest_id = ${digestId}`
  await sql`
    update dispatches set status = 'pending', reason = null
    where org_id = ${orgId} and channel_id = ${channelId} and rule_id = ${ruleId} and ${isCarried}
      and (status in ('failed', 'unknown') or (status = 'suppressed' and reason = 'channel_disabled'))`.execute(
    transaction,
  )
}
