import type { Contribution } from '../contribution.ts'
import { compareEventKeys, type EventKey } from '../event-key.ts'
import { registerKinds } from '../registers/register-kinds.ts'
import type { SignalState } from './signal.ts'
import { currentClaim, type SignalRegisters } from './signal-registers.ts'

/** What of one event counts in a signal now. `scores` are the members that come from the first document. */
export type MergeOutcome = {
  member: string
  isWon: boolean
  /** The event that counts instead; absent if none does. */
  lostTo?: EventKey
}

/** Compares what one event contributed to a signal with what is stored about the signal now. */
export function mergeOutcomes(
  contributions: readonly Contribution[],
  stored: { signal: SignalState | undefined; registers: SignalRegisters | undefined },
): MergeOutcome[] {
  return contributions.flatMap(({ record, state }) => {
    if (record === 'signal') return documentOutcomes(state, stored.signal)
    return record === 'registers' ? registerOutcomes(state, stored.registers) : []
  })
}

function documentOutcomes({ last, first }: SignalState, stored: SignalState | undefined): MergeOutcome[] {
  const member = last.document === null ? 'deletion' : 'document'
  const outcomes = [outcomeOf(member, last.key, stored?.last.key)]
  if (first !== null) outcomes.push(outcomeOf('scores', first.key, stored?.first?.key))
  return outcomes
}

function registerOutcomes(said: SignalRegisters, stored: SignalRegisters | undefined): MergeOutcome[] {
  return registerKinds.flatMap(({ name }) => {
    const claim = currentClaim(said, name)
    if (claim === undefined) return []
    const standing = stored && currentClaim(stored, name)
    return [outcomeOf(name, claim.key, standing?.key ?? stored?.deletedBy ?? undefined)]
  })
}

function outcomeOf(member: string, key: EventKey, standing: EventKey | undefined): MergeOutcome {
  if (standing === undefined) return { member, isWon: false }
  if (compareEventKeys(key, standing) === 0) return { member, isWon: true }
  return { member, isWon: false, lostTo: standing }
}
