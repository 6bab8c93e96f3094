export * from './alerts/index.ts'
export * from './channels/index.ts'
export { claimPendingChanges, type PendingChange, setChangeAside } from './claim-pending-changes.ts'
export { compactAlertCounts } from './compact-alert-counts.ts'
export type { DispatchStatus } from './dispatches-tables.ts'
export * from './escalations/index.ts'
export {
  closeDigest,
  type Digest,
  type DigestItem,
  getDigest,
  lockDueDigest,
  postponeDigest,
  readDigestItems,
} from './messages/digests.ts'
export { eraseMessages } from './messages/erase-messages.ts'
export { expireMessages } from './messages/expire-messages.ts'
export { gatherMessages, lockCompanions } from './messages/gather-messages.ts'
export {
  finishMessageEdit,
  type MessageEdit,
  requestMessageEdits,
  takeMessageEdit,
} from './messages/message-edits.ts'
export { pruneMessages } from './messages/prune-messages.ts'
export {
  beginAttempt,
  endAttempt,
  type Lane,
  lockAbandoned,
  lockMessage,
  type Message,
  type MessageSettlement,
  settleMessage,
} from './messages/take-message.ts'
export * from './previews/index.ts'
export { pairKey, readSendHistory } from './read-send-history.ts'
export { recordAlerted } from './record-alerted.ts'
export {
  moveToDigest,
  settleSent,
  settleUnsent,
  suppressDisabled,
  suppressDispatches,
} from './settle-dispatches.ts'
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
