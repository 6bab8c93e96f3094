export type { DispatchStatus, TroubleKind } from '../tables.ts'
export * from './alerts/index.ts'
export * from './channels/index.ts'
export { claimPendingChanges, type PendingChange, setChangeAside } from './claim-pending-changes.ts'
export { compactAlertCounts } from './compact-alert-counts.ts'
export * from './escalations/index.ts'
export * from './inbox/index.ts'
export * from './messages/index.ts'
export * from './previews/index.ts'
export { pairKey, readSendHistory } from './read-send-history.ts'
export { recordAlerted } from './record-alerted.ts'
export { lockTurn, type RoutingFacts, readRoutingFacts, setTurn } from './routing.ts'
export {
  moveToDigest,
  settleSent,
  settleUnsent,
  suppressDisabled,
  suppressDispatches,
} from './settle-dispatches.ts'
export * from './troubles/index.ts'
export {
  type DispatchKey,
  dispatchKeyOf,
  findDecided,
  insertDispatches,
  insertMessages,
  type NewDispatch,
  type NewMessage,
  openDigest,
} from './write-dispatches.ts'
