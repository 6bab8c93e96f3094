import { markInboxReadAct, markInboxWholeReadAct } from './mark-inbox-read.ts'
import { getInboxStateRead, listInboxRead } from './read-inbox.ts'

export const inboxOperations = [
  ...[listInboxRead, getInboxStateRead, markInboxReadAct, markInboxWholeReadAct],
] as const
