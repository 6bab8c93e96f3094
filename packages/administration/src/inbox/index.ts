export { markInboxReadAct, markInboxWholeReadAct } from './mark-inbox-read.ts'
