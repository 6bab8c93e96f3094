import { getListenerBarRead } from './bar/read-bar.ts'
import { setListenerBarAct } from './bar/set-bar.ts'
import { changeWeightsChoice, freezeWeightsAct, resetWeightsAct, thawWeightsAct } from './change-weights.ts'
import { createListenerAct } from './create-listener.ts'
import { deleteListenerAct } from './delete-listener.ts'
import { editListenerAct } from './edit-listener.ts'
import { rankTrialRead } from './finds/rank-trial.ts'
import { pauseListenerAct, resumeListenerAct, switchListenerChoice } from './pause-listener.ts'

export type { ListenerBar } from './bar/bar-document.ts'
export { explainFind, type FindExplanation } from './finds/explain-find.ts'
export { type JudgedFind, listJudgedFinds } from './finds/list-finds.ts'
export { rankedFeaturesSchema } from './finds/rank-trial.ts'
export type { OwnedListener } from './owned-listener.ts'
export { readListener, type ShownListener } from './read-listener.ts'
export { type LearnedWeights, readWeights, weightsDocument } from './read-weights.ts'
export { runListenerAct, tryListener } from './run-listener.ts'
export { type SearchingActServices, withSearching } from './searching-services.ts'
export {
  createListenerAct,
  deleteListenerAct,
  editListenerAct,
  freezeWeightsAct,
  getListenerBarRead,
  pauseListenerAct,
  resetWeightsAct,
  resumeListenerAct,
  setListenerBarAct,
  thawWeightsAct,
}

export const listenerOperations = [
  ...[createListenerAct, editListenerAct, deleteListenerAct],
  ...[pauseListenerAct, resumeListenerAct, switchListenerChoice],
  ...[freezeWeightsAct, thawWeightsAct, resetWeightsAct, changeWeightsChoice],
  ...[getListenerBarRead, setListenerBarAct, rankTrialRead],
] as const
