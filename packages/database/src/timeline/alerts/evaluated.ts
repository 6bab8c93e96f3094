import { type Signal, signalFrom, type TimelineStep, withRegistersUntil } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { listChannels } from '../../rules/channels.ts'
import { listRules } from '../../rules/rules.ts'
import type { DispatchStatus } from '../../tables.ts'
import { instantOfDate, type Part, partOf, readAtEachEnd, type Subject } from '../part.ts'
import { explainRules, type SilenceReason } from './explain-rules.ts'
import { outcomes, reasonIn } from './outcomes.ts'

/** A decision for a rule, a channel and the signal. */
export type Decision = {
  ruleId: string
  channelId: string
  status: DispatchStatus
  reason: string | null
  decidedAt: Date
  sentAt: Date | null
  digestId: string | null
  /** Set for a step of an escalation, which is a stage of its own. */
  escalationId: string | null
}

const readAtMost = 2 * readAtEachEnd

/** Returns the decisions about the signal, in the order in which they were made. */
export async function readDecisions(
  transaction: DatabaseTransaction,
  { orgId, signalId }: Subject,
): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
    select rule_id as "ruleId", channel_id as "channelId", status, reason, decided_at as "decidedAt",
           sent_at as "sentAt", digest_id as "digestId", escalation_id as "escalationId"
    from dispatches where org_id = ${orgId} and signal_id = ${signalId}
    order by decision_number limit ${readAtMost + 1}`.execute(transaction)
  return rows
}

/**
 * The decisions about the signal. Of rules that made none, nothing is stored: each is asked again as it is now, and its
 * step says so.
 */
export async function evaluatedPart(
  transaction: DatabaseTransaction,
  subject: Subject,
  decisions: readonly Decision[],
): Promise<Part> {
  const ofRules = decisions.filter(({ escalationId }) => escalationId === null)
  const shown = ofRules.slice(0, readAtMost)
  const steps = shown.map(decisionStep)
  const signal = signalWhenStored(subject)
  if (signal === undefined) {
    return partOf('evaluated', steps, { reason: subject.isErased ? 'erased' : 'no document yet' })
  }
  const rules = await listRules(transaction, subject.orgId)
  const channels = await listChannels(transaction, subject.orgId)
  const hasWaited = await isWaiting(transaction, subject)
  const decided = new Set(shown.map(({ ruleId }) => ruleId))
  const explained = explainRules({
    rules,
    channels,
    signal,
    decided,
    storedAt: subject.storedAt ?? new Date(subject.nowMs),
  })
  const part = partOf('evaluated', steps, {
    reason: reasonOfNoDecision({
      ...{ rules: rules.length, channels: channels.length, hasWaited },
      reasons: explained.reasons,
    }),
    leftOut: ofRules.length > shown.length ? 'later decisions are left out' : undefined,
  })
  return { steps: [...part.steps, ...explained.steps], gaps: [...part.gaps, ...explained.gaps] }
}

function reasonOfNoDecision({
  rules,
  channels,
  hasWaited,
  reasons,
}: {
  rules: number
  channels: number
  hasWaited: boolean
  reasons: ReadonlySet<SilenceReason>
}): string {
  if (channels === 0) return 'no channel'
  if (hasWaited) return 'waits to be evaluated'
  if (rules === 0) return 'no rule'
  // What the steps of the rules say as well: one of them matches.
  if (reasons.has('no_channel')) return 'no channel at that time'
  return reasons.has('no_decision') ? 'no decision at that time' : 'no rule matched'
}

function decisionStep({
  ruleId,
  channelId,
  status,
  reason,
  decidedAt,
  sentAt,
  digestId,
}: Decision): TimelineStep {
  return {
    stage: 'evaluated',
    at: instantOfDate(decidedAt),
    summary: `Rule ${ruleId} matched: ${outcomes[status]} channel ${channelId}${reasonIn(reason)}.`,
    ref: { type: 'rule', id: ruleId },
    detail: {
      ruleId,
      channelId,
      decision: decisionOf(status, digestId),
      status,
      reason,
      sentAt: sentAt === null ? null : instantOfDate(sentAt),
    },
  }
}

function decisionOf(status: DispatchStatus, digestId: string | null): 'send' | 'digest' | 'none' {
  if (status === 'suppressed') return 'none'
  return digestId === null ? 'send' : 'digest'
}

/** The document of now, with the registers of then. */
function signalWhenStored({ orgId, signalId, state, registers, storedAt }: Subject): Signal | undefined {
  const signal = state && signalFrom({ orgId, id: signalId, state }, registers)
  return signal && withRegistersUntil(signal, instantOfDate(storedAt ?? new Date(0)))
}

/** Looks only at the changes that wait the longest, which is all of them unless alerting is far behind. */
async function isWaiting(transaction: DatabaseTransaction, { orgId, signalId }: Subject): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select org_id, record, record_id from pending_changes order by pending_change_id limit 5000
    ) waiting
    where org_id = ${orgId} and record = 'signal' and record_id = ${signalId} limit 1`.execute(transaction)
  return rows.length > 0
}
