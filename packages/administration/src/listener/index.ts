import { getListenerBarRead } from './bar/read-bar.ts'
import { setListenerBarAct } from './bar/set-bar.ts'

export type { ListenerBar } from './bar/bar-document.ts'
export { freezeWeightsAct, resetWeightsAct, thawWeightsAct } from './change-weights.ts'
export { createListenerAct } from './create-listener.ts'
export { deleteListenerAct } from './delete-listener.ts'
export { editListenerAct } from './edit-listener.ts'
export { explainFind, type FindExplanation } from './explain-find.ts'
export { type JudgedFind, listJudgedFinds } from './learned/list-finds.ts'
export { type LearnedWeights, readWeights } from './learned/read-weights.ts'
export type { OwnedListener } from './owned-listener.ts'
export { pauseListenerAct, resumeListenerAct } from './pause-listener.ts'
export { readListener, type ShownListener } from './read-listener.ts'
export { runListenerAct, tryListener } from './run-listener.ts'
export { type SearchingActServices, withSearching } from './searching-services.ts'
export { getListenerBarRead, setListenerBarAct }

export const listenerOperations = [getListenerBarRead, setListenerBarAct] as const
