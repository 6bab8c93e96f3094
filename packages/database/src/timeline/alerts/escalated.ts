import { instantOf, type TimelineStep } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { DispatchStatus } from '../../tables.ts'
import { instantOfDate, type Part, partOf, readAtEachEnd, type Subject } from '../part.ts'
import { outcomes, reasonIn } from './outcomes.ts'

type Step = {
  escalationId: string
  round: number
  step: number
  channelId: string
  status: DispatchStatus
  reason: string | null
  decidedAt: Date
  sentAt: Date | null
}

type Run = { escalationId: string; round: number; step: number; dueAt: Date | null; outcome: string | null }

const readAtMost = 2 * readAtEachEnd

/** The steps of escalations about the signal, those that were not needed too, and what each waits for. */
export async function escalatedPart(
  transaction: DatabaseTransaction,
  { orgId, signalId, nowMs }: Subject,
): Promise<Part> {
  const { rows: steps } = await sql<Step>`
    select escalation_id as "escalationId", round, step, channel_id as "channelId", status, reason,
           decided_at as "decidedAt", sent_at as "sentAt"
    from dispatches where org_id = ${orgId} and signal_id = ${signalId} and escalation_id is not null
    order by decision_number limit ${readAtMost + 1}`.execute(transaction)
  const { rows: waiting } = await sql<Run>`
    select escalation_id as "escalationId", round, step, due_at as "dueAt", outcome
    from escalation_runs
    where org_id = ${orgId} and signal_id = ${signalId} and due_at is not null and ended_at is null
    order by due_at limit ${readAtMost}`.execute(transaction)
  const shown = steps.slice(0, readAtMost)
  const part = partOf('escalated', shown.map(escalatedStep), {
    reason: waiting.length > 0 ? reasonOfWaiting(waiting, nowMs) : 'no escalation',
    leftOut: steps.length > shown.length ? 'later steps are left out' : undefined,
  })
  if (shown.length === 0 || waiting.length === 0) return part
  return { ...part, gaps: [...part.gaps, { stage: 'escalated', reason: reasonOfWaiting(waiting, nowMs) }] }
}

function reasonOfWaiting([run]: readonly Run[], nowMs: number): string {
  const dueMs = Math.max(run?.dueAt?.getTime() ?? nowMs, nowMs)
  return `step ${run?.step ?? 1} of round ${run?.round ?? 1} of escalation ${run?.escalationId ?? ''} is due at ${instantOf(dueMs)}`
}

function escalatedStep({
  escalationId,
  round,
  step,
  channelId,
  status,
  reason,
  decidedAt,
  sentAt,
}: Step): TimelineStep {
  return {
    stage: 'escalated',
    at: instantOfDate(decidedAt),
    summary: `Step ${step} of round ${round} of escalation ${escalationId}: ${outcomes[status]} channel ${channelId}${reasonIn(reason)}.`,
    ref: { type: 'channel', id: channelId },
    detail: {
      ...{ escalationId, round, step, channelId, status, reason },
      sentAt: sentAt === null ? null : instantOfDate(sentAt),
    },
  }
}
