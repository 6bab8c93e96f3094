import type { EventKey } from '../event-key.ts'
import { type Instant, instantOf } from '../instant.ts'
import type { Signal } from '../signal.ts'
import { documentAt, type LastWins } from './last-wins.ts'
import { type Claim, earliestValue, noRegisters, type SignalRegisters } from './signal-registers.ts'

/** What the first document said for good: rows are never re-scored. */
export type Scoring = Pick<
  Signal,
  'relevanceScore' | 'scoreVersion' | 'scoreBreakdown' | 'policy' | 'firstSeenAt'
>

/** What the last document says; identity, scoring, registers and `postedAt` stand elsewhere or are computed. */
export type SignalFacts = Omit<
  Signal,
  keyof Scoring | 'id' | 'orgId' | 'postedAt' | 'assignedTo' | 'feedback' | 'readAt' | 'alertedAt'
>

export type SignalState = LastWins<SignalFacts, Scoring>

/** The signal that the API shows, or undefined while it has no document. */
export function signalFrom(
  record: { orgId: string; id: string; state: SignalState },
  registers: SignalRegisters = noRegisters,
): Signal | undefined {
  const facts = record.state.last.document
  const scoring = record.state.first?.members
  if (facts === null || scoring === undefined) return undefined
  const readAt = earliestValue(registers.readAt)
  const alertedAt = earliestValue(registers.alertedAt)
  return {
    id: record.id,
    orgId: record.orgId,
    ...facts,
    ...scoring,
    postedAt: postedAtOf(facts, scoring),
    ...(registers.assignedTo?.value && { assignedTo: registers.assignedTo.value }),
    ...(registers.feedback?.value && { feedback: registers.feedback.value }),
    ...(readAt !== null && { readAt }),
    ...(alertedAt !== null && { alertedAt }),
  }
}

export function postedAtOf(facts: SignalFacts, scoring: Scoring): Instant {
  return facts.publishedAt ?? scoring.firstSeenAt
}

/** Takes a document apart into what its event says about the signal and about its registers. */
export function takeApart(
  signal: Signal,
  key: EventKey,
): { state: SignalState; registers: SignalRegisters | undefined } {
  const { id: _id, orgId: _orgId, postedAt: _postedAt, ...document } = signal
  const { assignedTo, feedback, readAt, alertedAt, ...described } = document
  const { relevanceScore, scoreVersion, scoreBreakdown, policy, firstSeenAt, ...facts } = described
  const scoring: Scoring = {
    relevanceScore,
    ...(scoreVersion !== undefined && { scoreVersion }),
    ...(scoreBreakdown !== undefined && { scoreBreakdown }),
    ...(policy !== undefined && { policy }),
    firstSeenAt,
  }
  return {
    state: documentAt(key, facts, scoring),
    registers: embeddedRegisters({ assignedTo, feedback, readAt, alertedAt }, key),
  }
}

/** A register inside a document counts as an event of its own moment with the document's id and source. */
function embeddedRegisters(
  {
    assignedTo,
    feedback,
    readAt,
    alertedAt,
  }: Pick<Signal, 'assignedTo' | 'feedback' | 'readAt' | 'alertedAt'>,
  key: EventKey,
): SignalRegisters | undefined {
  if ((assignedTo ?? feedback ?? readAt ?? alertedAt) === undefined) return undefined
  const claims = (value: Instant | undefined): Claim[] =>
    value === undefined ? [] : [{ key: { ...key, at: value }, value }]
  return {
    ...noRegisters,
    assignedTo: assignedTo === undefined ? null : { key: { ...key, at: assignedTo.at }, value: assignedTo },
    feedback: feedback === undefined ? null : { key: { ...key, at: feedback.at }, value: feedback },
    readAt: claims(readAt),
    alertedAt: claims(alertedAt),
  }
}

/** The moment and a later one: what an internal write is dated, so that it always follows the stored key. */
export function momentAfter(nowMs: number, stored: EventKey | null | undefined): Instant {
  return instantOf(stored ? Math.max(nowMs, Date.parse(stored.at) + 1) : nowMs)
}
