import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { MessageKind, MessageStatus } from '../../tables.ts'
import { erasedRequest } from './erase-messages.ts'

/** What a channel sends to one recipient, and its progress. */
export type Message = {
  messageId: string
  orgId: string
  channelId: string
  kind: MessageKind
  ruleId: string | null
  signalId: string | null
  /** Set for a digest, and for several instant alerts that go out as one. */
  digestId: string | null
  event: Record<string, unknown> | null
  recipient: string
  /** Whether a person requested it: then only the channel itself holds it back. */
  isReplay: boolean
  /** How many attempts began. */
  attempts: number
  /** How many of them count against the channel's schedule. */
  failures: number
  ambiguities: number
  createdAt: Date
  expiresAt: Date | null
  /** Names the span that announced it; null if that was not traced. */
  traceparent: string | null
  /** How the channel identifies what a try has sent so far; null before. */
  reference: Record<string, string> | null
}

/** A lane contains a channel's messages without an attempt, or those to retry. */
export type Lane = { channelId: string; isRetry: boolean }

type Pace = { perSecond: number; burst: number }

/**
 * Locks the next due message of a lane that no other worker holds, unless the channel accepts nothing now. A probe of a
 * channel that failed too often, or of one with a pace, is alone with it until the transaction ends.
 */
export async function lockMessage(
  transaction: DatabaseTransaction,
  { lane, pace, nowMs }: { lane: Lane; pace: Pace | undefined; nowMs: number },
): Promise<(Message & { isSuppressedAddress: boolean }) | undefined> {
  const { channelId, isRetry } = lane
  const now = new Date(nowMs)
  const slotBefore = new Date(nowMs + (pace === undefined ? 0 : ((pace.burst - 1) * 1000) / pace.perSecond))
  const askChannel = (lock: boolean) => sql<{ isFailing: boolean }>`
    select breaker_openings > 0 as "isFailing" from channels join channel_health h using (channel_id)
    where channel_id = ${channelId} and state <> 'disabled' and (paused_until is null or paused_until <= ${now})
      and (hand_paused_until is null or hand_paused_until <= ${now})
      and (retry_after is null or retry_after <= ${now}) and (next_slot_at is null or next_slot_at <= ${slotBefore})
    ${lock ? sql`for update of h` : sql``}`
  let { rows: open } = await askChannel(pace !== undefined).execute(transaction)
  if (pace === undefined && open[0]?.isFailing === true) {
    open = (await askChannel(true).execute(transaction)).rows
  }
  if (open.length === 0) return undefined
  const { rows } = await sql<Message & { isSuppressedAddress: boolean }>`
    select ${messageColumns}, exists (
      select from suppressed_addresses s where s.channel_id = m.channel_id and address = lower(recipient)
        and (until is null or until > ${now})
    ) as "isSuppressedAddress"
    from messages m
    where status = 'pending' and channel_id = ${channelId} and is_retry = ${isRetry} and due_at <= ${now}
      and (expires_at is null or expires_at > ${now})
    order by due_at, message_id
    limit 1
    for update of m skip locked`.execute(transaction)
  return rows[0]
}

/**
 * Records that an attempt begins, before it does. If the lease expires, others then know that the message may have
 * arrived. Returns undefined, and begins nothing, if the receiver or a person has asked for a pause since the message
 * was locked.
 */
export async function beginAttempt(
  transaction: DatabaseTransaction,
  {
    message: { messageId, channelId },
    pace,
    leaseMs,
    nowMs,
  }: { message: Message; pace: Pace | undefined; leaseMs: number; nowMs: number },
): Promise<{ number: number; isProbe: boolean } | undefined> {
  const leasedUntil = new Date(nowMs + leaseMs)
  const { rows } = await sql<{ number: number }>`
    with taken as (
      update messages set status = 'sending', attempts = attempts + 1, leased_until = ${leasedUntil}
      where message_id = ${messageId} and not exists (
        select from channel_health join channels using (channel_id)
        where channel_id = ${channelId}
          and (retry_after > ${new Date(nowMs)} or hand_paused_until > ${new Date(nowMs)})
      )
      returning message_id, attempts
    )
    insert into attempts (message_id, number, at)
    select message_id, attempts, ${new Date(nowMs)} from taken
    returning number`.execute(transaction)
  const [begun] = rows
  if (begun === undefined) return undefined
  // One probe at a time: the others wait for its outcome.
  const probe = await sql`
    update channel_health set paused_until = ${leasedUntil}
    where channel_id = ${channelId} and breaker_openings > 0`.execute(transaction)
  if (pace !== undefined) {
    await sql`
      update channel_health
      set next_slot_at = greatest(next_slot_at, ${new Date(nowMs)}) + make_interval(secs => ${1 / pace.perSecond})
      where channel_id = ${channelId}`.execute(transaction)
  }
  return { number: begun.number, isProbe: Number(probe.numAffectedRows ?? 0) > 0 }
}

/**
 * Returns attempts without an outcome whose lease has expired, each with its message; locks them for the transaction.
 */
export async function lockAbandoned(
  transaction: DatabaseTransaction,
  nowMs: number,
): Promise<(Message & { kindOfChannel: string }) | undefined> {
  const { rows } = await sql<Message & { kindOfChannel: string }>`
    select ${messageColumns}, (select kind from channels c where c.channel_id = m.channel_id) as "kindOfChannel"
    from messages m
    where status = 'sending' and leased_until <= ${new Date(nowMs)}
    order by leased_until limit 1
    for update of m skip locked`.execute(transaction)
  return rows[0]
}

export type MessageSettlement = {
  status: Exclude<MessageStatus, 'sending'>
  reason?: string | undefined
  /** For a pending message, when to try again. */
  dueMs?: number | undefined
  /** Whether it waits until then on purpose, and not because a try failed. */
  isPostponed?: boolean
  failures?: number
  ambiguities?: number
  reference?: Record<string, string> | undefined
  /** What was sent, without secrets. */
  request?: object | undefined
}

/** Records the status of a message; returns false if it is no longer at the attempt that `attempts` numbers. */
export async function settleMessage(
  transaction: DatabaseTransaction,
  {
    message: { messageId, attempts, failures, ambiguities },
    settlement,
    nowMs,
  }: {
    message: Pick<Message, 'messageId' | 'attempts' | 'failures' | 'ambiguities'>
    settlement: MessageSettlement
    nowMs: number
  },
): Promise<boolean> {
  const next = { failures, ambiguities, ...settlement }
  const isPending = next.status === 'pending'
  const { numAffectedRows } = await sql`
    update messages
    set status = ${next.status}, reason = ${next.reason ?? null}, leased_until = null,
        failures = ${next.failures}, ambiguities = ${next.ambiguities},
        is_retry = ${next.failures + next.ambiguities > 0},
        due_at = ${isPending ? new Date(next.dueMs ?? nowMs) : sql`due_at`},
        waits_since = ${next.isPostponed === true ? new Date(next.dueMs ?? nowMs) : sql`waits_since`},
        settled_at = ${isPending ? null : new Date(nowMs)},
        request = case when request = ${erasedRequest} then null else coalesce(${requestOf(next)}, request) end,
        reference = coalesce(${next.reference === undefined ? null : JSON.stringify(next.reference)}::jsonb, reference)
    where message_id = ${messageId} and attempts = ${attempts} and status in ('pending', 'sending')`.execute(
    transaction,
  )
  return Number(numAffectedRows ?? 0) === 1
}

function requestOf({ request }: MessageSettlement): string | null {
  return request === undefined ? null : JSON.stringify(request)
}

export type AttemptEnd = {
  outcome: string
  httpStatus?: number | undefined
  code?: string | undefined
  durationMs?: number | undefined
  /** The receiver's answer, at most 1 KiB. */
  answer?: string | undefined
}

/** Records how an attempt ended; one that has ended stays as it is. */
export async function endAttempt(
  transaction: DatabaseTransaction,
  { messageId, number, end }: { messageId: string; number: number; end: AttemptEnd },
): Promise<void> {
  await transaction
    .updateTable('attempts')
    .set({
      outcome: end.outcome,
      http_status: end.httpStatus ?? null,
      code: end.code ?? null,
      duration_ms: end.durationMs ?? null,
      answer: end.answer?.toWellFormed().replaceAll('\u0000', '\ufffd') ?? null,
    })
    .where('message_id', '=', messageId)
    .where('number', '=', number)
    .where('outcome', 'is', null)
    .execute()
}

export const messageColumns = sql`
  m.message_id as "messageId", m.org_id as "orgId", m.channel_id as "channelId", m.kind, m.rule_id as "ruleId",
  m.signal_id as "signalId", m.digest_id as "digestId", m.event, m.recipient, m.is_replay as "isReplay", m.attempts,
  m.failures, m.ambiguities, m.created_at as "createdAt", m.expires_at as "expiresAt",
  m.traceparent, m.reference`
