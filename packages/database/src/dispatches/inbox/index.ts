export { deliverToInbox } from './deliver-to-inbox.ts'
export {
  type InboxEntry,
  type InboxPlace,
  type InboxState,
  listInbox,
  readInboxState,
} from './list-inbox.ts'
export { markInboxRead, markInboxWholeRead } from './mark-inbox-read.ts'
