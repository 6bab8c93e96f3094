export { eraseSignalAct } from './erase-signal.ts'
