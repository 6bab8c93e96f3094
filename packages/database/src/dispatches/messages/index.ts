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
export {
  type Followable,
  type FollowUpRefusal,
  findFirstMessage,
  findFollowable,
  findFollowed,
  insertFollowUps,
} from './follow-ups.ts'
export { gatherMessages, lockCompanions } from './gather-messages.ts'
export {
  findMessage,
  listMessages,
  type MessageExchange,
  type MessagePage,
  type StoredMessage,
} from './list-messages.ts'
export {
  finishMessageEdit,
  type MessageEdit,
  requestMessageEdits,
  requestSignalEdits,
  takeMessageEdit,
} from './message-edits.ts'
export { pruneMessages } from './prune-messages.ts'
export { recordTest, type SentTest } from './record-test.ts'
export { replayMessage } from './replay-message.ts'
export type { SentAlert } from './sent-alert.ts'
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
