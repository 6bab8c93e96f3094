export {
  closeDigest,
  type Digest,
  type DigestItem,
  getDigest,
  lockDueDigest,
  postponeDigest,
  readDigestItems,
} from './digests.ts'
export { eraseMessages } from './erase-messages.ts'
export { expireMessages } from './expire-messages.ts'
export { gatherMessages, lockCompanions } from './gather-messages.ts'
export {
  finishMessageEdit,
  type MessageEdit,
  requestMessageEdits,
  requestSignalEdits,
  takeMessageEdit,
} from './message-edits.ts'
export { pruneMessages } from './prune-messages.ts'
export {
  beginAttempt,
  endAttempt,
  type Lane,
  lockAbandoned,
  lockMessage,
  type Message,
  type MessageSettlement,
  settleMessage,
} from './take-message.ts'
