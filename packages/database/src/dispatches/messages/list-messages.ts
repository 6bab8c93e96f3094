import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database.ts'
import { idTimeMs } from '../../ids.ts'
import type { MessageKind, MessageStatus } from '../../tables.ts'
import type { AlertAttempt } from '../alerts/list-alerts.ts'

/** What a channel sent, or will send, to one recipient. */
export type StoredMessage = {
  messageId: string
  orgId: string
  channelId: string
  channelName: string
  channelKind: string
  kind: MessageKind
  /** Made from an escalation for one of its steps; null for an event and a test. */
  ruleId: string | null
  /** Null for a digest. */
  signalId: string | null
  digestId: string | null
  /** The id and type of the event that a webhook subscribes to; null for anything else. */
  eventId: string | null
  eventType: string | null
  /** The message of the alert that a follow-up answers; null for anything else. */
  follows: string | null
  recipient: string
  isReplay: boolean
  status: MessageStatus
  reason: string | null
  attempts: number
  createdAt: Date
  /** Null if nothing more is sent. */
  nextAt: Date | null
  settledAt: Date | null
}

/** A message with its last request as JSON, and its attempts, the latest last. */
export type MessageExchange = Omit<StoredMessage, 'attempts'> & {
  request: Record<string, unknown> | null
  attempts: (AlertAttempt & { number: number })[]
}

/** `nextAfter` continues the list; absent on the last page. */
export type MessagePage = { items: StoredMessage[]; nextAfter?: string }

type MessageFilter = {
  orgId: string
  channelId?: string | undefined
  /** As a receiver got it: that of a subscription or of an alert. */
  eventId?: string | undefined
}

/** Returns the messages of a workspace, the newest first. `after` is the id of the last message of a page. */
export async function listMessages(
  database: Database,
  filter: MessageFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<MessagePage> {
  const { rows } = await sql<StoredMessage>`
    select ${columns} from (${findCandidates(filter, { limit: limit + 1, after })}) m
    join channels c using (channel_id)
    order by message_id desc limit ${limit + 1}`.execute(database)
  const nextAfter = rows.length > limit ? rows[limit - 1]?.messageId : undefined
  return { items: rows.slice(0, limit), ...(nextAfter !== undefined && { nextAfter }) }
}

/** Returns undefined for a message that does not exist, or that is not in `orgId`, if that is given. */
export async function findMessage(
  database: Database,
  { messageId, orgId }: { messageId: string; orgId?: string | undefined },
): Promise<MessageExchange | undefined> {
  const { rows } = await sql<MessageExchange>`
    select ${columns}, nullif(m.request, '')::jsonb as request, coalesce((
      select jsonb_agg(jsonb_build_object(
        'number', a.number,
        'at', to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'outcome', coalesce(a.outcome, 'pending'),
        'httpStatus', a.http_status, 'code', a.code, 'durationMs', a.duration_ms, 'answer', a.answer
      ) order by a.at, a.number)
      from attempts a where a.message_id = m.message_id
    ), '[]') as attempts
    from messages m join channels c using (channel_id)
    where m.message_id = ${messageId} and (${orgId ?? null}::text is null or m.org_id = ${orgId ?? null})`.execute(
    database,
  )
  return rows[0]
}

/** Reads the newest messages of each channel, since an index orders them. */
function findCandidates(
  { orgId, channelId, eventId }: MessageFilter,
  { limit, after }: { limit: number; after: string | undefined },
): RawBuilder<unknown> {
  const bound = after === undefined ? sql`true` : sql`message_id < ${after}`
  if (eventId !== undefined) {
    const inChannel = channelId === undefined ? sql`true` : sql`channel_id = ${channelId}`
    return sql`
      select * from messages
      where message_id in (${idsOfEvent(orgId, eventId)}) and ${inChannel} and ${bound}
      order by message_id desc limit ${limit}`
  }
  return sql`
    select newest.*
    from channels of_channel cross join lateral (
      select * from messages where channel_id = of_channel.channel_id and org_id = ${orgId} and ${bound}
      order by message_id desc limit ${limit}
    ) newest
    where of_channel.org_id = ${orgId} and (${channelId ?? null}::text is null or of_channel.channel_id = ${channelId ?? null})`
}

/** The ids of alerts' events are derived from their messages and tell when those were created. */
function idsOfEvent(orgId: string, eventId: string): RawBuilder<unknown> {
  const subscribed = sql`
    select message_id from messages
    where org_id = ${orgId} and event is not null and event ->> 'id' = ${eventId}`
  const createdMs = idTimeMs(eventId)
  if (createdMs === undefined) return subscribed
  return sql`${subscribed}
    union
    select message_id from messages
    where org_id = ${orgId} and created_at = ${new Date(createdMs)} and strpos(request, ${eventId}) > 0`
}

const columns = sql`
  m.message_id as "messageId", m.org_id as "orgId", m.channel_id as "channelId", c.name as "channelName",
  c.kind as "channelKind", m.kind, m.rule_id as "ruleId",
  case when m.digest_id is null then m.signal_id end as "signalId", m.digest_id as "digestId",
  m.event ->> 'id' as "eventId", m.event ->> 'type' as "eventType", m.follows, m.recipient, m.is_replay as "isReplay", m.status,
  m.reason, m.attempts, m.created_at as "createdAt",
  case when m.status = 'pending' then m.due_at end as "nextAt", m.settled_at as "settledAt"`
