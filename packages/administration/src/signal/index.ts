export { eraseSignalAct } from './erase-signal.ts'
export { listSignalPage } from './list-signal-page.ts'
export { signalQuery } from './signal-query.ts'
