import { assignSignalAct, judgeSignalAct, markSignalReadAct } from '../record/signal-acts.ts'
import { acknowledgeSignalAct } from './acknowledge-signal.ts'
import { changeSignalChoice } from './change-signal.ts'
import { eraseSignalAct } from './erase-signal.ts'
import {
  countViewsRead,
  explainRulesRead,
  listSignalsRead,
  readTimelineRead,
  showSignalRead,
} from './read-signals.ts'

export { listSignalPage } from './list-signal-page.ts'
export { signalQuery } from './signal-query.ts'
export { acknowledgeSignalAct }

export const signalOperations = [
  ...[listSignalsRead, showSignalRead, readTimelineRead],
  ...[acknowledgeSignalAct, assignSignalAct, judgeSignalAct, markSignalReadAct, changeSignalChoice],
  eraseSignalAct,
] as const

/** What no command shows. */
export const signalPages = [countViewsRead, explainRulesRead] as const
