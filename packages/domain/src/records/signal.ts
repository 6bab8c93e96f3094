import type { Signal } from '../documents/signal.ts'
import type { EventKey } from '../event-key.ts'
import { type Instant, instantOf } from '../instant.ts'
import type { RegisterName } from '../registers/register-kinds.ts'
import { embeddedRegisters, withoutRegisters } from './embedded-registers.ts'
import { documentAt, type LastWins } from './last-wins.ts'
import { noRegisters, registerValues, type SignalRegisters } from './signal-registers.ts'

/** What the first document says permanently: signals are never scored again. */
export type Scoring = Pick<
  Signal,
  'relevanceScore' | 'scoreVersion' | 'scoreBreakdown' | 'policy' | 'firstSeenAt'
>

/** What the last document says. Identity, scoring and registers are stored elsewhere, and `postedAt` is computed. */
export type SignalFacts = Omit<Signal, keyof Scoring | RegisterName | 'id' | 'orgId' | 'postedAt'>

export type SignalState = LastWins<SignalFacts, Scoring>

/** Returns the signal as the API shows it, or undefined if it has no document. */
export function signalFrom(
  record: { orgId: string; id: string; state: SignalState },
  registers: SignalRegisters = noRegisters,
): Signal | undefined {
  const facts = record.state.last.document
  const scoring = record.state.first?.members
  if (facts === null || scoring === undefined) return undefined
  return {
    id: record.id,
    orgId: record.orgId,
    ...facts,
    ...scoring,
    postedAt: postedAtOf(facts, scoring),
    ...registerValues(registers),
  }
}

export function postedAtOf(facts: SignalFacts, scoring: Scoring): Instant {
  return facts.publishedAt ?? scoring.firstSeenAt
}

/** Splits a document into what its event says about the signal and about its registers. */
export function splitSignal(
  signal: Signal,
  key: EventKey,
): { state: SignalState; registers: SignalRegisters | undefined } {
  const { id: _id, orgId: _orgId, postedAt: _postedAt, ...document } = signal
  const described = withoutRegisters(document)
  const { relevanceScore, scoreVersion, scoreBreakdown, policy, firstSeenAt, ...facts } = described
  const scoring: Scoring = {
    relevanceScore,
    ...(scoreVersion !== undefined && { scoreVersion }),
    ...(scoreBreakdown !== undefined && { scoreBreakdown }),
    ...(policy !== undefined && { policy }),
    firstSeenAt,
  }
  return { state: documentAt(key, facts, scoring), registers: embeddedRegisters(signal, key) }
}

/** Returns the moment of our own write: now, or just after the stored key if that is later, so that the write wins. */
export function momentAfter(nowMs: number, stored: EventKey | null | undefined): Instant {
  return instantOf(stored ? Math.max(nowMs, Date.parse(stored.at) + 1) : nowMs)
}
