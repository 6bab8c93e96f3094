import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import { type SentAlert, sentAlertColumns, sentAlertTables } from './sent-alert.ts'

/** A sent message, and a signal in it, about which its recipient has to hear. */
export type Followable = { messageId: string; channelId: string; recipient: string; signalId: string }

export type NewFollowUp = Followable & { traceparent: string | null }

/** Why a follow-up was not sent, though it may be once the signal is taken again. */
export type FollowUpRefusal = 'not_taken' | 'recipient_took_it'

const passing: FollowUpRefusal[] = ['not_taken', 'recipient_took_it']

/**
 * Returns the last alert about each of these signals that each recipient of these channels got, unless it can be edited.
 * Waits for attempts that end right now: those that end later look for what was taken themselves, each for its own
 * message, `messageId`, since two that wait for each other's would never end.
 */
export async function findFollowable(
  transaction: DatabaseTransaction,
  {
    orgId,
    signalIds,
    channelIds,
    messageId,
    since,
  }: {
    orgId: string
    signalIds: readonly string[]
    channelIds: readonly string[]
    messageId?: string | undefined
    since: Date
  },
): Promise<Followable[]> {
  if (signalIds.length === 0 || channelIds.length === 0) return []
  const about = sql`
    select message_id, signal_id from messages
    where org_id = ${orgId} and signal_id = any(${[...signalIds]}) and digest_id is null
    union
    select m.message_id, d.signal_id from dispatches d join messages m using (digest_id)
    where d.org_id = ${orgId} and d.signal_id = any(${[...signalIds]}) and d.status <> 'suppressed'`
  const isAlert = sql`
    m.org_id = ${orgId} and kind = 'instant' and channel_id = any(${[...channelIds]}) and created_at > ${since}
    and m.message_id = coalesce(${messageId ?? null}, m.message_id)`
  // Two statements, so that the second sees what was committed while the first waited for locks.
  const { rows: locked } = await sql<{ messageId: string }>`
    select m.message_id as "messageId" from messages m
    where m.message_id in (select message_id from (${about}) about) and ${isAlert} and status in ('sending', 'sent')
    order by m.message_id for share`.execute(transaction)
  if (locked.length === 0) return []
  const { rows } = await sql<Followable>`
    select distinct on (channel_id, recipient, about.signal_id)
           m.message_id as "messageId", channel_id as "channelId", recipient, about.signal_id as "signalId"
    from (${about}) about join messages m on m.message_id = about.message_id
    where m.message_id = any(${locked.map(({ messageId }) => messageId)}) and status = 'sent' and reference is null
    order by channel_id, recipient, about.signal_id, m.message_id desc`.execute(transaction)
  return rows
}

/**
 * Writes follow-ups that are due at once. A recipient gets one for a signal in a channel, ever; one that was held back
 * because no one else had taken the signal is due again.
 */
export async function insertFollowUps(
  transaction: DatabaseTransaction,
  { orgId, followUps, nowMs }: { orgId: string; followUps: readonly NewFollowUp[]; nowMs: number },
): Promise<void> {
  if (followUps.length === 0) return
  const rows = followUps.map(({ messageId, channelId, recipient, signalId, traceparent }) => ({
    message_id: createId('msg_', nowMs),
    ...{ follows: messageId, channel_id: channelId, recipient, signal_id: signalId, traceparent },
  }))
  const now = new Date(nowMs)
  // Locks the rows of the index in one order, also where several workers write at once.
  await sql`
    insert into messages as known (message_id, org_id, channel_id, kind, signal_id, recipient, follows, created_at, due_at,
                                   traceparent)
    select message_id, ${orgId}, channel_id, 'follow_up', signal_id, recipient, follows, ${now}, ${now}, traceparent
    from json_to_recordset(${JSON.stringify(rows)}) as wanted (
      message_id text, channel_id text, signal_id text, recipient text, follows text, traceparent text)
    order by channel_id, recipient, signal_id
    on conflict (channel_id, recipient, signal_id) where kind = 'follow_up' do update
    set status = 'pending', reason = null, settled_at = null, created_at = excluded.created_at,
        due_at = excluded.due_at, follows = excluded.follows
    where known.status = 'suppressed' and known.reason = any(${passing})`.execute(transaction)
}

/** Returns the first message about a signal that a recipient got; undefined if there is none. */
export async function findFirstMessage(
  transaction: DatabaseTransaction,
  { orgId, signalId, recipient }: { orgId: string; signalId: string; recipient: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ messageId: string }>`
    select message_id as "messageId" from messages
    where org_id = ${orgId} and signal_id = ${signalId} and recipient = ${recipient}
      and kind = 'instant' and status = 'sent'
    order by created_at, message_id limit 1`.execute(transaction)
  return rows[0]?.messageId
}

/** Returns the alert that a follow-up is about; undefined if it is no longer stored. */
export async function findFollowed(
  transaction: DatabaseTransaction,
  { messageId, orgId }: { messageId: string; orgId: string },
): Promise<SentAlert | undefined> {
  const { rows } = await sql<SentAlert>`
    select ${sentAlertColumns} from ${sentAlertTables}
    where m.org_id = ${orgId} and m.message_id = (
      select follows from messages where message_id = ${messageId} and org_id = ${orgId}
    )`.execute(transaction)
  return rows[0]
}
