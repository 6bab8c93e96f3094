export { acknowledgeSignalAct } from './acknowledge-signal.ts'
export { eraseSignalAct } from './erase-signal.ts'
export { listSignalPage } from './list-signal-page.ts'
export { signalQuery, wordsQuery } from './signal-query.ts'
