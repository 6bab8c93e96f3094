import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import { type Message, messageColumns } from './take-message.ts'

/**
 * Locks other untried instant alerts that wait for the same rule, channel and recipient as one about to be sent, the
 * longest due first.
 */
export async function lockCompanions(
  transaction: DatabaseTransaction,
  { message, limit, nowMs }: { message: Message; limit: number; nowMs: number },
): Promise<Message[]> {
  const now = new Date(nowMs)
  const { rows } = await sql<Message>`
    select ${messageColumns} from messages m
    where status = 'pending' and channel_id = ${message.channelId} and not is_retry and due_at <= ${now}
      and kind = 'instant' and rule_id = ${message.ruleId} and recipient = ${message.recipient}
      and not is_replay and digest_id is null and message_id <> ${message.messageId}
      and (expires_at is null or expires_at > ${now})
    order by due_at, message_id
    limit ${limit}
    for update of m skip locked`.execute(transaction)
  return rows
}

/**
 * Merges several messages into one, permanently and for every try. Returns the id of the digest that holds their
 * dispatches.
 */
export async function gatherMessages(
  transaction: DatabaseTransaction,
  { message, companions, nowMs }: { message: Message; companions: Message[]; nowMs: number },
): Promise<string> {
  const { orgId, ruleId, channelId, messageId } = message
  const digestId = createId('dig_', nowMs)
  const signalIds = [message, ...companions].map(({ signalId }) => signalId)
  await sql`
    insert into digests (digest_id, org_id, rule_id, channel_id, group_key, due_at, is_open)
    values (${digestId}, ${orgId}, ${ruleId}, ${channelId}, '', ${new Date(nowMs)}, false)`.execute(
    transaction,
  )
  await sql`
    update dispatches set digest_id = ${digestId}
    where org_id = ${orgId} and rule_id = ${ruleId} and channel_id = ${channelId}
      and signal_id = any(${signalIds})`.execute(transaction)
  await sql`update messages set digest_id = ${digestId} where message_id = ${messageId}`.execute(transaction)
  await sql`
    update messages set status = 'suppressed', reason = 'gathered', settled_at = ${new Date(nowMs)}
    where message_id = any(${companions.map((companion) => companion.messageId)})`.execute(transaction)
  return digestId
}
