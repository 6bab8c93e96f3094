import type { TimelineStep } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import {
  counted,
  instantOfDate,
  isOlderThanDays,
  messageDays,
  type Part,
  partOf,
  readAtEachEnd,
  type Subject,
} from '../part.ts'
import { describeOutcome } from './attempts.ts'
import type { Decision } from './evaluated.ts'

type Edit = { messageId: string; channelId: string; at: Date; outcome: string | null; code: string | null }

/** Each edit of a message that shows the signal. */
export async function editedPart(
  transaction: DatabaseTransaction,
  subject: Subject,
  decisions: readonly Decision[],
): Promise<Part> {
  const { orgId, signalId, isErased } = subject
  const digestIds = decisions.flatMap(({ digestId }) => digestId ?? [])
  const { rows } = await sql<Edit>`
    select m.message_id as "messageId", m.channel_id as "channelId", e.at, e.outcome, e.code
    from (
      select message_id, channel_id from messages where org_id = ${orgId} and signal_id = ${signalId}
      union
      select message_id, channel_id from messages where digest_id = any(${digestIds}) and org_id = ${orgId}
    ) m join finished_edits e using (message_id)
    order by e.at limit ${readAtEachEnd}`.execute(transaction)
  const steps = rows.map(({ messageId, channelId, at, outcome, code }): TimelineStep => {
    return {
      stage: 'edited',
      at: instantOfDate(at),
      summary: `The message in channel ${channelId} was ${outcome === 'sent' ? '' : 'not '}edited to show the signal as it was then.`,
      ref: { type: 'channel', id: channelId },
      detail: { messageId, channelId, outcome, ...(!isErased && { code }) },
    }
  })
  return partOf('edited', steps, { reason: reasonOfNone(subject, 'no message was edited') })
}

type Message = {
  messageId: string
  channelId: string
  status: string
  attempts: number
  createdAt: Date
  settledAt: Date | null
  outcome: string | null
  httpStatus: number | null
  durationMs: number | null
}

/** Each event about the signal that went to a subscribed channel. */
export async function webhookPart(transaction: DatabaseTransaction, subject: Subject): Promise<Part> {
  const { orgId, signalId } = subject
  const { rows } = await sql<Message>`
    select m.message_id as "messageId", m.channel_id as "channelId", m.status, m.attempts,
           m.created_at as "createdAt", m.settled_at as "settledAt", last.outcome,
           last.http_status as "httpStatus", last.duration_ms as "durationMs"
    from messages m
    left join attempts last on last.message_id = m.message_id and last.number = m.attempts
    where m.org_id = ${orgId} and m.signal_id = ${signalId} and m.kind = 'event'
    order by m.message_id limit ${readAtEachEnd + 1}`.execute(transaction)
  const shown = rows.slice(0, readAtEachEnd)
  return partOf('webhook', shown.map(webhookStep), {
    reason: reasonOfNone(subject, 'no channel takes its events'),
    leftOut: rows.length > shown.length ? 'later events are left out' : undefined,
  })
}

function webhookStep(message: Message): TimelineStep {
  const { messageId, channelId, status, attempts, createdAt, settledAt, outcome, httpStatus, durationMs } =
    message
  const last = attempts === 0 ? '' : `; the last ended with ${describeOutcome(message)}`
  return {
    stage: 'webhook',
    at: instantOfDate(createdAt),
    summary: `An event for channel ${channelId} is ${status} after ${counted(attempts, 'attempt')}${last}.`,
    ref: { type: 'channel', id: channelId },
    detail: {
      messageId,
      channelId,
      status,
      attempts,
      settledAt: settledAt === null ? null : instantOfDate(settledAt),
      outcome,
      httpStatus,
      durationMs,
    },
  }
}

function reasonOfNone({ storedAt, nowMs }: Subject, reason: string): string {
  return isOlderThanDays(storedAt, messageDays, nowMs) ? `past ${messageDays} days` : reason
}
