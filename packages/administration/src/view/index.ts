import { createViewAct, deleteViewAct } from './view-acts.ts'
import { listViewsRead } from './view-document.ts'

export { viewFiltersSchema } from './view-document.ts'

export const viewOperations = [createViewAct, listViewsRead, deleteViewAct] as const
