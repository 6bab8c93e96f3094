import { createCollectionAct } from './create-collection.ts'
import { deleteCollectionAct } from './delete-collection.ts'
import { listCollectionsRead, listNotesRead, showCollectionRead } from './read-collections.ts'
import { renameCollectionAct } from './rename-collection.ts'

export { createCollectionAct, showCollectionRead }

export const collectionOperations = [
  ...[listCollectionsRead, createCollectionAct, renameCollectionAct, deleteCollectionAct],
  ...[showCollectionRead, listNotesRead],
] as const
