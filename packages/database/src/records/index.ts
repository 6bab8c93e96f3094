export {
  type AccountFilters,
  type AccountSignal,
  findAccount,
  listAccountSignals,
  listAccounts,
} from './accounts/read-accounts.ts'
export { walkAccounts } from './accounts/walk-accounts.ts'
export {
  createCollection,
  deleteCollection,
  findCollection,
  findCollectionByName,
  findCollections,
  listCollections,
  listCollectionsOfSignal,
  renameCollection,
} from './collections/collections.ts'
export {
  listSavedSignals,
  removeSavedSignal,
  type SavedPosition,
  saveSignal,
} from './collections/saved-signals.ts'
export type { CreatedRecord } from './created-record.ts'
export { countDeals, type DealCount } from './deals/count-deals.ts'
export { createDeals, type DealOutcome, type NewDeal } from './deals/create-deals.ts'
export { exportDeals } from './deals/export-deals.ts'
export {
  type DealEvent,
  type DealFilters,
  type DealSum,
  findDeal,
  listDealEvents,
  listDeals,
  sumDeals,
} from './deals/read-deals.ts'
export { updateDeal } from './deals/update-deal.ts'
export { findStillDeals, type WalkedDealFilters, walkDeals } from './deals/walk-deals.ts'
export { type ListenerYield, readListenerYields } from './listener-yield.ts'
export { mergeContributions } from './merge/merge-contributions.ts'
export type { OwnedContribution } from './merge/merged-record.ts'
export { createNote, listNotes, listNotesOn } from './notes.ts'
export { findListener, listListeners } from './read-listeners.ts'
export { createSavedView, deleteSavedView, listSavedViews, type SavedView } from './saved-views.ts'
export { acknowledgeSignal } from './signals/acknowledge-signal.ts'
export { assignSignal } from './signals/assign-signal.ts'
export type { ChangedSignal } from './signals/change-signal.ts'
export { countSignals, type SignalCounts, type SignalGrouping } from './signals/count-signals.ts'
export { createSignalReader, type SignalReader } from './signals/create-signal-reader.ts'
export { deleteSignal, isSignalKnown } from './signals/delete-signal.ts'
export { findAcknowledgers } from './signals/find-acknowledgers.ts'
export { countViews, findAttention, type ViewCounts } from './signals/find-attention.ts'
export type { SignalFilters, SignalPosition } from './signals/find-candidates.ts'
export { findRegisters } from './signals/find-registers.ts'
export { judgeSignal } from './signals/judge-signal.ts'
export { markSignalRead } from './signals/mark-signal-read.ts'
export { findSignal, findSignalsOf, listSignals } from './signals/read-signals.ts'
export { countStatuses, type StatusCount, type StoreSummary, summariseStore } from './summarise-store.ts'
export { type OwnEvent, writeEvents } from './write-events.ts'
