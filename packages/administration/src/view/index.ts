import { createViewAct } from './create-view.ts'
import { deleteViewAct } from './delete-view.ts'
import { listViewsRead } from './list-views.ts'

export { viewFiltersSchema } from './view-document.ts'

export const viewOperations = [createViewAct, listViewsRead, deleteViewAct] as const
