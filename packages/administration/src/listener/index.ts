import { getListenerBarRead } from './bar/read-bar.ts'
import { setListenerBarAct } from './bar/set-bar.ts'
import { changeWeightsChoice, freezeWeightsAct, resetWeightsAct, thawWeightsAct } from './change-weights.ts'
import { createListenerAct } from './create-listener.ts'
import { deleteListenerAct } from './delete-listener.ts'
import { editListenerAct } from './edit-listener.ts'
import { explainScoreRead } from './finds/explain-find.ts'
import { listFindsRead } from './finds/list-finds.ts'
import { rankTrialRead } from './finds/rank-trial.ts'
import { pauseListenerAct, resumeListenerAct, switchListenerChoice } from './pause-listener.ts'
import { getListenerRead, listListenersRead } from './read-listener.ts'
import { getWeightsRead } from './read-weights.ts'
import { runListenerAct, tryListenerRead } from './run/run-listener.ts'

export type { ListenerBar } from './bar/bar-document.ts'
export { hasFailed } from './run/run-document.ts'
export type { SearchingActServices } from './searching-services.ts'
export {
  createListenerAct,
  deleteListenerAct,
  editListenerAct,
  freezeWeightsAct,
  getListenerRead,
  getWeightsRead,
  resetWeightsAct,
  runListenerAct,
  thawWeightsAct,
  tryListenerRead,
}

export const listenerOperations = [
  ...[listListenersRead, getListenerRead, createListenerAct, editListenerAct, deleteListenerAct],
  ...[pauseListenerAct, resumeListenerAct, switchListenerChoice],
  ...[runListenerAct, tryListenerRead, explainScoreRead, listFindsRead],
  ...[getWeightsRead, freezeWeightsAct, thawWeightsAct, resetWeightsAct, changeWeightsChoice],
  ...[getListenerBarRead, setListenerBarAct, rankTrialRead],
] as const
