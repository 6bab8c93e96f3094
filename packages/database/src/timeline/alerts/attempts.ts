import type { TimelineStep } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { MessageKind } from '../../tables.ts'
import {
  instantOfDate,
  isOlderThanDays,
  messageDays,
  type Part,
  partOf,
  readAtEachEnd,
  type Subject,
} from '../part.ts'
import type { Decision } from './evaluated.ts'

type Attempt = {
  messageId: string
  channelId: string
  ruleId: string | null
  kind: MessageKind
  number: number
  at: Date
  outcome: string | null
  httpStatus: number | null
  code: string | null
  durationMs: number | null
}

const readAtMost = 2 * readAtEachEnd

/** Each try to send an alert about the signal, alone or together with others, or a follow-up of one. */
export async function attemptPart(
  transaction: DatabaseTransaction,
  subject: Subject,
  { decisions, undecided }: { decisions: readonly Decision[]; undecided: string },
): Promise<Part> {
  const { orgId, signalId } = subject
  const digestIds = decisions.flatMap(({ digestId }) => digestId ?? [])
  const { rows } = await sql<Attempt>`
    select m.message_id as "messageId", m.channel_id as "channelId", m.rule_id as "ruleId",
           m.kind, number, at, outcome, http_status as "httpStatus", code,
           duration_ms as "durationMs"
    from (
      select message_id from messages where org_id = ${orgId} and signal_id = ${signalId}
        and kind in ('instant', 'follow_up')
      union
      select message_id from messages where digest_id = any(${digestIds}) and org_id = ${orgId}
    ) about
    join messages m using (message_id)
    join attempts a using (message_id)
    order by at, number limit ${readAtMost + 1}`.execute(transaction)
  const shown = rows.slice(0, readAtMost)
  return partOf(
    'attempt',
    shown.map((attempt) => attemptStep(subject, attempt)),
    {
      reason: reasonOfNoAttempt(subject, { decisions, undecided }),
      leftOut: rows.length > shown.length ? 'later attempts are left out' : undefined,
    },
  )
}

function attemptStep({ isErased }: Subject, attempt: Attempt): TimelineStep {
  const { messageId, channelId, ruleId, kind, number, at, outcome, httpStatus, code, durationMs } = attempt
  return {
    stage: 'attempt',
    at: instantOfDate(at),
    summary: `Attempt ${number} to send ${kind === 'instant' ? 'an alert' : `a ${kind.replace('_', '-')}`} to channel ${channelId}: ${describeOutcome(attempt)}.`,
    ref: { type: 'channel', id: channelId },
    detail: {
      messageId,
      channelId,
      ruleId,
      number,
      outcome: outcome ?? 'pending',
      httpStatus,
      durationMs,
      ...(!isErased && { code }),
    },
  }
}

/** In the words of the product: codes are texts of receivers. */
export function describeOutcome({
  outcome,
  httpStatus,
  durationMs,
}: Pick<Attempt, 'outcome' | 'httpStatus' | 'durationMs'>): string {
  const facts = [
    ...(httpStatus === null ? [] : [`status ${httpStatus}`]),
    ...(durationMs === null ? [] : [`${durationMs} ms`]),
  ]
  return `${outcome ?? 'under way'}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

function reasonOfNoAttempt(
  { nowMs }: Subject,
  { decisions, undecided }: { decisions: readonly Decision[]; undecided: string },
): string {
  if (decisions.length === 0) return undecided
  const meant = decisions.filter(({ status }) => status !== 'suppressed')
  if (meant.length === 0) return 'nothing was to be sent'
  if (meant.every(({ decidedAt }) => isOlderThanDays(decidedAt, messageDays, nowMs)))
    return `past ${messageDays} days`
  return 'waits to be sent'
}
