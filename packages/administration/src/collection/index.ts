import { createCollectionAct, deleteCollectionAct, renameCollectionAct } from './collection-acts.ts'
import { listCollectionsRead, listNotesRead, showCollectionRead } from './read-collections.ts'

export { createCollectionAct, showCollectionRead }

export const collectionOperations = [
  ...[listCollectionsRead, createCollectionAct, renameCollectionAct, deleteCollectionAct],
  ...[showCollectionRead, listNotesRead],
] as const
