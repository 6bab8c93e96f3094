import type { DealState } from './records/deal.ts'
import { mergeLastWins } from './records/last-wins.ts'
import type { ListenerState } from './records/listener.ts'
import type { SignalState } from './records/signal.ts'
import { mergeSignalRegisters, type SignalRegisters } from './records/signal-registers.ts'

/** The state of each mergeable record. */
export type RecordStates = {
  listener: ListenerState
  signal: SignalState
  registers: SignalRegisters
  deal: DealState
}

export type RecordName = keyof RecordStates

/** What one event contributes to one record. Merging all contributions, in any order, gives the record's state. */
export type Contribution = {
  [Name in RecordName]: { record: Name; id: string; state: RecordStates[Name] }
}[RecordName]

/** Merges two states of one record. Each function is associative, commutative and idempotent. */
export const mergeStates: {
  [Name in RecordName]: (a: RecordStates[Name], b: RecordStates[Name]) => RecordStates[Name]
} = {
  listener: mergeLastWins,
  signal: mergeLastWins,
  registers: mergeSignalRegisters,
  deal: mergeLastWins,
}
