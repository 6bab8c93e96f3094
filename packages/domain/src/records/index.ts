export {
  type AccountFacts,
  type AccountState,
  type AccountSummary,
  accountFactsOf,
  accountFrom,
  joinSummaries,
  noSignals,
  restsOn,
} from './account.ts'
export { type DealState, dealFrom } from './deal.ts'
export { withRegistersUntil } from './embedded-registers.ts'
export { type ListenerState, listenerFrom } from './listener.ts'
export { type MergeOutcome, mergeOutcomes } from './merge-outcomes.ts'
export { momentAfter, postedAtOf, type SignalState, signalFrom } from './signal.ts'
export {
  currentClaim,
  noRegisters,
  registerClaim,
  registerKeys,
  registerValues,
  type SignalRegisters,
} from './signal-registers.ts'
